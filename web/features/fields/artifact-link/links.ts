// Links between artifacts, as a field of them holds both its directions. Pure.
import { listIn, numberIn, recordIn, textIn } from '../../../platform/parse-unknown.ts';
import { nameLinkType } from '../../../platform/names/link-type-names.ts';
import type { Edit } from '../editing.ts';

export interface ArtifactLink {
  id: number;
  /** Short name such as `_is_child`; empty for a plain link. */
  type: string;
  direction: 'forward' | 'reverse';
  /** What people call the artifact, as far as the page knows it. */
  label: string;
  colour: string;
}

export type LinksEdit = { kind: 'links'; links: readonly ArtifactLink[] };

export const linksEdit = (links: readonly ArtifactLink[]): LinksEdit => ({ kind: 'links', links });

export const isLinksEdit = (edit: Edit): edit is LinksEdit => edit.kind === 'links';

const linkOf = (link: unknown, direction: ArtifactLink['direction']): ArtifactLink => {
  const tracker = recordIn(link, 'tracker');
  const id = numberIn(link, 'id') ?? 0;
  return {
    id,
    type: textIn(link, 'type') ?? '',
    direction: textIn(link, 'direction') === 'reverse' ? 'reverse' : direction,
    label: textIn(link, 'label') ?? `${textIn(tracker, 'label') ?? ''} #${id}`,
    colour: textIn(link, 'colour') ?? textIn(tracker, 'color') ?? '',
  };
};

/** Links of a value, or those of a draft under `kept`. */
export const readLinks = (value: unknown): readonly ArtifactLink[] => [
  ...listIn(value, 'kept').map((link) => linkOf(link, 'forward')),
  ...listIn(value, 'links').map((link) => linkOf(link, 'forward')),
  ...listIn(value, 'reverse_links').map((link) => linkOf(link, 'reverse')),
];

const keyOf = ({ id, type, direction }: ArtifactLink): string => `${direction} ${type} ${id}`;

type SentLink = Pick<ArtifactLink, 'id' | 'type' | 'direction'>;

/** What I added and took away, as PUT of an artifact takes it: links that others add meanwhile are not spoken of, and stay. */
export function linkChange(
  before: readonly ArtifactLink[],
  mine: readonly ArtifactLink[],
): { add: SentLink[]; remove: SentLink[] } {
  const [had, wanted] = [new Set(before.map(keyOf)), new Set(mine.map(keyOf))];
  const sent = ({ id, type, direction }: ArtifactLink): SentLink => ({ id, type, direction });
  return {
    add: mine.filter((link) => !had.has(keyOf(link))).map(sent),
    remove: before.filter((link) => !wanted.has(keyOf(link))).map(sent),
  };
}

export interface LinkType {
  shortName: string;
  /** How an artifact calls those that it links to: "Child". */
  forward: string;
  /** How it calls those that link to it: "Parent". */
  reverse: string;
  /** Whether new links may have it. */
  isUsed: boolean;
}

const readTypes = (field: unknown, key: string, isUsed: boolean): LinkType[] =>
  listIn(field, key).map((type) => {
    const shortName = textIn(type, 'shortname') ?? '';
    return {
      shortName,
      forward: nameLinkType(shortName, 'forward', textIn(type, 'forward_label') ?? ''),
      reverse: nameLinkType(shortName, 'reverse', textIn(type, 'reverse_label') ?? ''),
      isUsed,
    };
  });

/** Types that a field of links knows, as its tracker tells; the plain one first, without names. */
export const linkTypesOf = (field: unknown): readonly LinkType[] => [
  { shortName: '', forward: '', reverse: '', isUsed: true },
  ...readTypes(field, 'allowed_types', true),
  ...readTypes(field, 'unused_types', false),
];
