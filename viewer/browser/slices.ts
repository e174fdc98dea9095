// Splits work into slices, so that the page scrolls and responds while it is laid out.
//
// After a slice the browser gets control. When a frame is due, the next slice waits for a real frame, because yielding
// alone can prevent frames. A hidden tab has no frames, so a timer replaces them.

const SLICE = 8;
const FRAME = 48;
const LONGEST_FRAME = 100;

export class Slices {
  #start = performance.now();
  #frame = performance.now();

  get isSpent(): boolean {
    return performance.now() - this.#start > SLICE;
  }

  async rest(): Promise<void> {
    if (performance.now() - this.#frame > FRAME) {
      await nextFrame();
      this.#frame = performance.now();
    } else await nextTask();
    this.#start = performance.now();
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    });
  });
}

function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  if (scheduler?.yield !== undefined) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}
