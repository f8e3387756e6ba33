// What turns a query into a condition: who asks, about which tracker, and what its names mean there.
import { invalid } from '../../../../platform/errors.ts';
import type { DomainError } from '../../../../platform/errors.ts';
import type { Viewer } from '../../../projects/index.ts';
import { fieldIs, fieldTypeOf, mayField } from '../../../trackers/index.ts';
import type { Definition, Field, SearchKind } from '../../../trackers/index.ts';
import { listReadGroups } from '../../comments/visible-comments.ts';
import type { Condition, KnownChanges, LinkEnds, NumberTest } from './condition.ts';
import type { LinkEnd } from './tql.ts';
import type { Said } from '../../../../platform/texts/said.ts';

/** Something that a name in a query stands for. */
export interface Searchable {
  /** As written in the query. */
  name: string;
  /** undefined: nothing can be asked about it. */
  search: SearchKind | 'comments' | 'full-text' | undefined;
  /** undefined for what every artifact has. */
  field: Field | undefined;
  /** Values that OPEN() stands for, where it may. */
  openIds?: readonly number[] | undefined;
}

export interface QueryContext {
  viewer: Viewer;
  tracker: Definition;
  nowMs: number;
  /** Name of the parameter that holds the query, for messages. */
  parameter: string;
  /** Gives undefined for what the viewer may not know of. */
  find(name: string): Searchable | undefined;
  /** By user name, or by `Real Name (user name)`. */
  findUserId(name: string): Promise<number | undefined>;
  /** Artifacts of which a text of the field matches a regular expression. Throws invalid. */
  findByPattern(searchable: Searchable, pattern: string): Promise<Condition>;
  /** Artifacts that full-text search finds for the words. Throws invalid. */
  findByFullText(words: string): Promise<Condition>;
  /** Artifacts whose number in a computed field passes all tests. Throws invalid. */
  findByComputed(field: Field, tests: readonly NumberTest[]): Promise<Condition>;
  /** Lets those artifacts through that the viewer sees at the end of links; undefined where there are none. */
  findLinkEnds(direction: 'forward' | 'reverse', end: LinkEnd): Promise<LinkEnds | undefined>;
}

/** The field as queries see it; undefined where the viewer may not read it. */
export function searchableField(
  { viewer, tracker }: Pick<QueryContext, 'viewer' | 'tracker'>,
  name: string,
  field: Field | undefined,
): Searchable | undefined {
  if (field === undefined || !mayField(viewer, tracker, field, 'read')) return undefined;
  return { name, field, search: fieldTypeOf(field.type).search };
}

/** Which changes the viewer knows of; undefined: of all. */
export function knownChanges({ viewer, tracker }: QueryContext): KnownChanges | undefined {
  if (viewer.isSuperUser) return undefined;
  const readable = tracker.fields.filter((field) => !fieldIs.links(field) && mayField(viewer, tracker, field, 'read'));
  return { fieldIds: readable.map((field) => field.id), groups: listReadGroups(viewer, tracker) };
}

export const refuse = (context: QueryContext, message: string | Said): DomainError =>
  invalid(message, context.parameter);
