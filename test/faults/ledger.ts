// What clients asked a server to write, and what they were told. It knows no database: it is filled and compared by HTTP.

/**
 * `unknown`: the connection broke before the answer, so the write is there as a whole or not at all.
 * `refused`: the server said that it changed nothing. `seen` and `absent` are what a check found of an unknown one.
 */
export type Outcome = 'pending' | 'acknowledged' | 'unknown' | 'refused' | 'seen' | 'absent';

/** The fields that every write sets, so that one that is half there shows. */
export interface WrittenValues {
  reports: number;
  /** Id of a list value. */
  severity: number;
  /** Ids of linked artifacts. */
  links: readonly number[];
  /** REST ids of the user groups that may see the artifact. */
  groups: readonly string[];
}

export interface ArtifactWrite {
  /** Title, and of updates the comment. No two writes have the same. */
  readonly marker: string;
  readonly client: number;
  /** Grows with every write of the client, which waits for each answer. */
  readonly serial: number;
  readonly isCreation: boolean;
  /** undefined for a creation whose answer did not come. */
  artifactId: number | undefined;
  readonly values: WrittenValues;
  outcome: Outcome;
}

export type RegisterKind = 'preference' | 'members' | 'access-key' | 'token';

/** Something that one client alone sets to one value after the other. */
export interface Register {
  readonly kind: RegisterKind;
  readonly client: number;
  /** What the last acknowledged change, or the last check, left. Empty for nothing. */
  current: string;
  /** What a change without an answer would have left. */
  pending: string | undefined;
  /** Id of the access key, or text of the token, that `current` speaks of. */
  handle: string;
}

export interface Ledger {
  readonly writes: ArtifactWrite[];
  readonly registers: Register[];
  /** Changes of rights that were acknowledged; each raises the site's version. */
  rightsChanges: number;
  acknowledged: number;
  refused: number;
  /** Answers that no client should get. */
  readonly surprises: string[];
}

const kinds: readonly RegisterKind[] = ['preference', 'members', 'access-key', 'token'];

export function createLedger(clients: number): Ledger {
  const registers = Array.from({ length: clients }, (_, client) =>
    kinds.map((kind): Register => ({ kind, client, current: '', pending: undefined, handle: '' })),
  ).flat();
  return { writes: [], registers, rightsChanges: 0, acknowledged: 0, refused: 0, surprises: [] };
}

/** Ids of the artifacts that are known to be there. */
export const listArtifactIds = (ledger: Ledger): number[] =>
  ledger.writes.flatMap(({ isCreation, artifactId, outcome }) =>
    isCreation && artifactId !== undefined && (outcome === 'acknowledged' || outcome === 'seen') ? [artifactId] : [],
  );
