// What the steps of an import hand on: where to write, whom names mean, and what references became.
import type { Writer } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition } from '../../trackers/index.ts';
import type { UserReference } from './artifact-model.ts';
import type { ArchiveTracker } from './archive-model.ts';
import type { ElementBind, FormElement } from './field-model.ts';
import type { Warn } from './warnings.ts';

/** An account that an archive names. Id 0 with an e-mail is somebody without account; id 100 is nobody (`None`). */
export interface ImportedUser {
  readonly id: number;
  readonly email?: string;
  /** Active or restricted. */
  readonly isAlive: boolean;
}

export const nobodyId = 100;

export interface ImportedField {
  readonly id: number;
  readonly element: FormElement;
  /** Never `shared`: the type of the original. */
  readonly type: string;
  /** Of the original, where the field is shared. */
  readonly bind: ElementBind | undefined;
  /** Ids of list values by reference, with and without the leading `V`. */
  readonly valueIds: Map<string, number>;
  readonly valueIdsByLabel: Map<string, number>;
  /** Values that people added to an open list, by label. */
  readonly openValueIds: Map<string, number>;
}

export interface ImportedTracker {
  readonly id: number;
  readonly model: ArchiveTracker;
  readonly fieldsByRef: ReadonlyMap<string, ImportedField>;
  readonly fieldsByName: ReadonlyMap<string, ImportedField>;
}

/** A tracker with the definition that the write path needs. */
export interface DefinedTracker extends ImportedTracker {
  readonly definition: Definition;
}

export interface ImportContext {
  readonly tx: Writer;
  readonly nowMs: number;
  readonly projectId: number;
  readonly findUser: (reference: UserReference) => ImportedUser | undefined;
  /** Id of a group by `UGROUP_…` constant, key, or name of a static group. */
  readonly findGroup: (name: string) => number | undefined;
  readonly warn: Warn;
}

/** The field that the status of the tracker is. */
export function findStatusField({ model, fieldsByRef }: ImportedTracker): ImportedField | undefined {
  const status = model.semantics.find((semantic) => semantic.type === 'status');
  return status === undefined ? undefined : fieldsByRef.get(status.fieldRef);
}

/** Field ids of references, those that are unknown left out. */
export const fieldIdsOf = (tracker: ImportedTracker, refs: readonly string[]): number[] =>
  refs.flatMap((ref) => tracker.fieldsByRef.get(ref)?.id ?? []);

export const warnUnknownGroup = (context: ImportContext, line: number, name: string): void =>
  context.warn(
    line,
    'permission',
    says('left.no-group')`there is no user group \`${name}\`; the permission is skipped`,
  );

/** Who is not in users.xml has no account, as has an unknown e-mail address, and keeps the name that stands there. */
export const findAuthor = ({ findUser }: ImportContext, reference: UserReference): ImportedUser =>
  findUser(reference) ?? { id: 0, email: reference.value, isAlive: false };
