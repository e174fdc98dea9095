// Measures the delay of the event loop in a process of the API, loaded before its program (--import).
//
// On SIGUSR2 it prints the 99th percentile and the maximum of the delays since the previous signal. A loop is late
// because of its own work, or because other processes had the processor. The second reason says nothing about the
// program. So a delay counts at most as the CPU time that the thread used in that interval. `raw` is the 99th
// percentile of the delays by the clock.

const INTERVAL_MILLISECONDS = 10;

let delays: { readonly own: number; readonly raw: number }[] = [];
let last = look();

setInterval(() => {
  const now = look();
  const raw = Math.max(0, now.at - last.at - INTERVAL_MILLISECONDS);
  delays.push({ raw, own: Math.min(raw, now.used - last.used) });
  last = now;
}, INTERVAL_MILLISECONDS).unref();

process.on("SIGUSR2", () => {
  const own = delays.map((delay) => delay.own).sort((one, other) => one - other);
  const raw = delays.map((delay) => delay.raw).sort((one, other) => one - other);
  const p99 = Math.floor(delays.length * 0.99);
  console.log(JSON.stringify({ loopDelay: { p99: own[p99] ?? 0, most: own.at(-1) ?? 0, raw: raw[p99] ?? 0 } }));
  delays = [];
});

/** Returns milliseconds of the clock, and of this thread's CPU time. */
function look(): { readonly at: number; readonly used: number } {
  const { user, system } = process.threadCpuUsage();
  return { at: performance.now(), used: (user + system) / 1000 };
}
