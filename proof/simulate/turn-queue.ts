// Queues comparisons as the service hands them out.
//
// Organizations take turns, and the comparisons of one organization keep their order (docs/design/service-jobs.md, SRV-14).
// On average, the cost of adding or taking an item does not depend on the length of the queue.

export class TurnQueue<Item> {
  readonly #byOrganization = new Map<number, { items: Item[]; head: number }>();
  /** Organizations with waiting items, ordered by turn. */
  #ring: number[] = [];
  #at = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  waitingOf(organization: number): number {
    const own = this.#byOrganization.get(organization);
    return own === undefined ? 0 : own.items.length - own.head;
  }

  add(organization: number, item: Item): void {
    let own = this.#byOrganization.get(organization);
    if (own === undefined) {
      own = { items: [], head: 0 };
      this.#byOrganization.set(organization, own);
    }
    if (own.items.length === own.head) this.#ring.push(organization);
    own.items.push(item);
    this.#size += 1;
  }

  take(): Item | undefined {
    const organization = this.#ring[this.#at];
    if (organization === undefined) return undefined;
    this.#at += 1;
    const own = this.#byOrganization.get(organization)!;
    const item = own.items[own.head]!;
    own.head += 1;
    this.#size -= 1;
    if (own.head < own.items.length) this.#ring.push(organization);
    shorten(own);
    if (this.#at > 1024 && this.#at * 2 > this.#ring.length) {
      this.#ring = this.#ring.slice(this.#at);
      this.#at = 0;
    }
    return item;
  }
}

/** Releases entries that were taken, from time to time. */
function shorten<Item>(own: { items: Item[]; head: number }): void {
  if (own.head === own.items.length || (own.head > 1024 && own.head * 2 > own.items.length)) {
    own.items = own.items.slice(own.head);
    own.head = 0;
  }
}
