// What an artifact does when requests come one after the other: a register of named texts with versions, each with an
// entity tag of its own, and a history with one entry for each version.
import type { Model } from './checker.ts';
import type { Operation } from './history.ts';

export type Values = Readonly<Record<string, string>>;

export type Precondition =
  | { readonly kind: 'tag'; readonly tag: string }
  /**
   * The Last-Modified that came with `tag`. It was exact where it lay before the second in which it was read: else
   * the version's own second may lie ahead, and the server refuses rather than guess (docs/adr/0003).
   */
  | { readonly kind: 'date'; readonly tag: string; readonly isExact: boolean };

export type ArtifactCall =
  | { readonly kind: 'create'; readonly values: Values }
  /** With `unless`, a GET that may answer 304. */
  | { readonly kind: 'read'; readonly unless?: string }
  /** The size of the history and its newest entry. */
  | { readonly kind: 'read history' }
  /** Names some of the values, or none and a comment. */
  | { readonly kind: 'update'; readonly values: Values; readonly comment: string; readonly only?: Precondition };

export type ArtifactAnswer =
  | { readonly kind: 'created'; readonly tag: string }
  | { readonly kind: 'shown'; readonly tag: string; readonly values: Values }
  | { readonly kind: 'unchanged' }
  /** 412 with the current tag. */
  | { readonly kind: 'refused'; readonly tag: string }
  | { readonly kind: 'history'; readonly size: number; readonly values: Values; readonly comment: string }
  | { readonly kind: 'absent' };

export type ArtifactOperation = Operation<ArtifactCall, ArtifactAnswer>;

export interface ArtifactState {
  /** How many versions there were; 0: there is no artifact. */
  readonly version: number;
  /** undefined while nobody was told, after a change whose answer was lost. */
  readonly tag: string | undefined;
  readonly values: Values;
  /** The newest version's. */
  readonly comment: string;
  /** Tags of versions whose own answer was lost, learned from other answers. */
  readonly learned: readonly string[];
}

export type ArtifactModel = Model<ArtifactState, ArtifactCall, ArtifactAnswer>;

const isSame = (one: Values, other: Values): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

const absent: ArtifactState = { version: 0, tag: undefined, values: {}, comment: '', learned: [] };

/** The model for one artifact's operations. Values and comments that are written must each be written once only. */
export function createArtifactModel(operations: readonly ArtifactOperation[]): ArtifactModel {
  const makers = new Map<string, ArtifactOperation>();
  for (const operation of operations) {
    const { call, answer } = operation;
    const isMade = answer?.kind === 'created' || (call.kind === 'update' && answer?.kind === 'shown');
    if (isMade && !makers.has(answer.tag)) makers.set(answer.tag, operation);
  }

  /** `state` once its tag is known to be `tag`, or undefined where it can't be. */
  const learnTag = (state: ArtifactState, tag: string): ArtifactState | undefined => {
    if (state.version === 0) return undefined;
    if (state.tag !== undefined) return state.tag === tag ? state : undefined;
    if (makers.has(tag) || state.learned.includes(tag)) return undefined;
    return { ...state, tag, learned: [...state.learned, tag] };
  };

  const write = (state: ArtifactState, operation: ArtifactOperation): ArtifactState | undefined => {
    const { call, answer } = operation;
    if (call.kind !== 'create' && call.kind !== 'update') return undefined;
    const values = { ...state.values, ...call.values };
    const comment = call.kind === 'update' ? call.comment : '';
    const next = { ...state, version: state.version + 1, values, comment };
    if (answer === undefined) return { ...next, tag: undefined };
    if (answer.kind === 'created')
      return makers.get(answer.tag) === operation ? { ...next, tag: answer.tag } : undefined;
    if (answer.kind !== 'shown' || !isSame(answer.values, values)) return undefined;
    return makers.get(answer.tag) === operation ? { ...next, tag: answer.tag } : undefined;
  };

  const update = (
    state: ArtifactState,
    operation: ArtifactOperation,
    only: Precondition | undefined,
  ): ArtifactState | undefined => {
    const { answer } = operation;
    if (state.version === 0) return answer?.kind === 'absent' ? state : undefined;
    const holds = only === undefined || only.tag === state.tag;
    if (answer?.kind !== 'refused') return holds ? write(state, operation) : undefined;
    const isOwed = holds && (only?.kind !== 'date' || only.isExact);
    return isOwed ? undefined : learnTag(state, answer.tag);
  };

  return {
    initial: absent,
    keyOf: ({ version, tag, values, comment, learned }) => JSON.stringify([version, tag, values, comment, learned]),
    apply(state, operation) {
      const { call, answer } = operation;
      if (call.kind === 'create') return state.version === 0 ? write(state, operation) : undefined;
      if (call.kind === 'update') return update(state, operation, call.only);
      if (answer?.kind === 'absent') return state.version === 0 ? state : undefined;
      if (answer?.kind === 'unchanged')
        return call.kind === 'read' && call.unless !== undefined ? learnTag(state, call.unless) : undefined;
      if (answer?.kind === 'shown')
        return isSame(answer.values, state.values) ? learnTag(state, answer.tag) : undefined;
      if (answer?.kind !== 'history') return undefined;
      const isTold = answer.size === state.version && answer.comment === state.comment;
      return isTold && isSame(answer.values, state.values) ? state : undefined;
    },
  };
}
