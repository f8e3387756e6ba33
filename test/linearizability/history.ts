// What clients asked and what they were told. Times are positions in the order in which this process saw calls and
// returns: one clock for all clients, whichever server they spoke to, on which no two events share a time.

export interface Operation<Call, Answer> {
  readonly call: Call;
  /** undefined: nobody knows. It may have taken effect, may still do so, or never will. */
  readonly answer: Answer | undefined;
  readonly calledAt: number;
  /** Infinity where there is no answer. */
  readonly returnedAt: number;
  /** Number of the client, for reports. */
  readonly client: number;
}

/** A call that was sent. Exactly one of its functions is called, once. */
export interface Pending<Call, Answer> {
  readonly call: Call;
  /** The answer, and the key of what it is about. */
  answered(key: number, answer: Answer): void;
  /** The answer did not come. Without a key it is not known what the call is about, as for a creation. */
  lost(key?: number): void;
  /** The call surely had no effect and tells nothing. */
  withdrawn(): void;
}

export interface Recorder<Call, Answer> {
  /** Notes the moment before a call is sent. */
  begin(client: number, call: Call): Pending<Call, Answer>;
  /** Operations by key. */
  readonly operations: ReadonlyMap<number, readonly Operation<Call, Answer>[]>;
  /** Those without answer and without key. */
  readonly unplaced: readonly Operation<Call, Answer>[];
}

export function createRecorder<Call, Answer>(): Recorder<Call, Answer> {
  const operations = new Map<number, Operation<Call, Answer>[]>();
  const unplaced: Operation<Call, Answer>[] = [];
  let now = 0;
  const add = (key: number, operation: Operation<Call, Answer>): void => {
    const known = operations.get(key);
    if (known === undefined) operations.set(key, [operation]);
    else known.push(operation);
  };
  return {
    operations,
    unplaced,
    begin(client, call) {
      const calledAt = (now += 1);
      return {
        call,
        answered: (key, answer) => add(key, { client, call, answer, calledAt, returnedAt: (now += 1) }),
        lost(key) {
          const operation = { client, call, answer: undefined, calledAt, returnedAt: Infinity };
          if (key === undefined) unplaced.push(operation);
          else add(key, operation);
        },
        withdrawn() {},
      };
    },
  };
}
