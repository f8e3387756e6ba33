// Time that passes by events, and what is used by one after the other: the parts of a simulation.

/** Events in the order of their times, in µs from the start. */
export class Timeline {
  nowUs = 0;
  readonly #heap: { atUs: number; number: number; run: () => void }[] = [];
  #made = 0;

  /** Has `run` called so many µs from now; those of the same moment in the order in which they were named. */
  after(us: number, run: () => void): void {
    const heap = this.#heap;
    heap.push({ atUs: this.nowUs + us, number: (this.#made += 1), run });
    for (let index = heap.length - 1; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(index, parent)) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Lets all happen that does before `endUs`. */
  runUntil(endUs: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.atUs < endUs; next = this.#heap[0]) {
      this.#dropFirst();
      this.nowUs = next.atUs;
      next.run();
    }
    this.nowUs = endUs;
  }

  #dropFirst(): void {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    heap.pop();
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = right < heap.length && this.#isBefore(right, left) ? right : left;
      if (child >= heap.length || !this.#isBefore(child, index)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.atUs < b.atUs || (a.atUs === b.atUs && a.number < b.number);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    [this.#heap[one], this.#heap[other]] = [b, a];
  }
}

/** Some of the same kind, each used by one at a time: cores, or one thread. Who comes first is served first. */
export class Station {
  /** Used time of all together. */
  busyUs = 0;
  readonly #timeline: Timeline;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(timeline: Timeline, count: number) {
    this.#timeline = timeline;
    this.#free = count;
  }

  /** Takes one for so many µs, once it is free, and then calls `done`. */
  use(us: number, done: () => void): void {
    this.hold((leave) => {
      this.busyUs += us;
      this.#timeline.after(us, leave);
    }, done);
  }

  /** Takes one, once it is free, until `work` says that it is left, and then calls `done`. */
  hold(work: (leave: () => void) => void, done: () => void): void {
    const begin = (): void =>
      work(() => {
        const next = this.#waiting.shift();
        if (next === undefined) this.#free += 1;
        else next();
        done();
      });
    if (this.#free === 0) {
      this.#waiting.push(begin);
      return;
    }
    this.#free -= 1;
    begin();
  }
}
