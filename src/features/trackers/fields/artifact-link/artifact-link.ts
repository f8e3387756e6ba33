// Field type `art_link`: typed links to other artifacts.
import { Type } from 'typebox';
import { shapeCheck } from '../../../../platform/texts/shape.ts';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import { defineStoredType } from '../define-type.ts';
import { integerProperty } from '../field-type.ts';
import type { Definition } from '../../definition/definition.ts';
import type { ArtifactLink, ParseContext, ShowContext } from '../field-type.ts';
import { readByRules } from '../properties.ts';
import type { SubmittedValue } from '../submitted-value.ts';
import { splitCell } from '../cells.ts';
import type { CellContext } from '../cells.ts';
import { refuseArchived } from '../archived.ts';
import type { ArchivedValue, ArchiveMeanings } from '../archived.ts';
import { changeOfItems } from '../value-change.ts';
import type { ChangeItem } from '../value-change.ts';

/** The type of links from parents to children. */
const childType = '_is_child';

/** Link types that people may use; the empty one is the plain link. */
export const linkTypes = [
  { shortname: childType, forwardLabel: 'Child', reverseLabel: 'Parent' },
  { shortname: '_covered_by', forwardLabel: 'is Covered by', reverseLabel: 'Covers' },
] as const;

/** Whether people may give links this type, as far as it is not switched off. */
export const isLinkType = (type: string): boolean => linkTypes.some(({ shortname }) => shortname === type);

const StoredLinks = Type.Array(Type.Object({ id: Type.Integer(), type: Type.String() }));
const isLinks = shapeCheck(StoredLinks);

/** Types of the links that the artifact has: an archive may have brought others than those that are offered. */
const typesIn = (current: unknown): string[] => (isLinks(current) ? current.map((link) => link.type) : []);

/** Throws invalid for a type that is neither offered nor `present`; the empty text is the plain link. */
function requireLinkType(type: string, present: readonly string[], path: string): void {
  if (type === '' || present.includes(type) || isLinkType(type)) return;
  const names = linkTypes.map((known) => known.shortname).join(', ');
  throw invalid(says('links.type')`"${type}" is not a link type; use ${names}, or empty text for a plain link`, path);
}

/** Throws invalid for a type that new links of the tracker's artifacts may not have. */
function requireUsedLinkType({ name, unusedLinkTypes }: Definition, type: string, path: string): void {
  if (!unusedLinkTypes.has(type)) return;
  throw invalid(
    says(
      'links.type-off',
    )`links of type "${type}" are turned off in the tracker "${name}"; use another type, or empty text for a plain link`,
    path,
  );
}

type SentLinks = readonly { id: number; type?: string | null; direction?: string }[];

/** Those that go back are judged where it is known which of them are new. */
function requireLinkTypes(sent: SentLinks | undefined, { definition, current }: ParseContext, path: string): void {
  const present = isLinks(current) ? current : [];
  const types = typesIn(current);
  sent?.forEach(({ id, type: sentType, direction }, index) => {
    const type = sentType ?? '';
    const typePath = `${path}[${index}].type`;
    requireLinkType(type, types, typePath);
    const isNew = direction !== 'reverse' && !present.some((link) => link.id === id && link.type === type);
    if (isNew) requireUsedLinkType(definition, type, typePath);
  });
}

/**
 * The links as they are once some came and some went; those that were there keep their places. What `isKept` names stays,
 * whoever asks for its removal.
 */
function changeLinkList(
  present: readonly ArtifactLink[],
  { add, remove }: { add: readonly ArtifactLink[]; remove: readonly ArtifactLink[] },
  isKept: (id: number) => boolean = () => false,
): ArtifactLink[] {
  const keyOf = ({ id, type }: ArtifactLink): string => `${id} ${type}`;
  const gone = new Set(remove.map(keyOf));
  const kept = present.filter((link) => isKept(link.id) || !gone.has(keyOf(link)));
  return [...new Map([...kept, ...add].map((link) => [keyOf(link), { id: link.id, type: link.type }])).values()];
}

type LinkChange = NonNullable<SubmittedValue['change_links']>;

/** The part of a change that goes one way. */
function changeOfWay(
  { add = [], remove = [] }: LinkChange,
  way: 'forward' | 'reverse',
): { add: ArtifactLink[]; remove: ArtifactLink[] } {
  const ofWay = (links: readonly (ArtifactLink & { direction: string })[]): ArtifactLink[] =>
    links.filter(({ direction }) => direction === way).map(({ id, type }) => ({ id, type }));
  return { add: ofWay(add), remove: ofWay(remove) };
}

function parseChange(entry: SubmittedValue, context: ParseContext): ArtifactLink[] {
  const { current, path } = context;
  const other = (['links', 'all_links', 'parent'] as const).find((key) => entry[key] !== undefined);
  if (other !== undefined)
    throw invalid(says('links.change-alone')`can't be used with change_links`, `${path}.${other}`);
  const { change_links: change = {} } = entry;
  requireLinkTypes(change.add, context, `${path}.change_links.add`);
  return changeLinkList(isLinks(current) ? current : [], changeOfWay(change, 'forward'));
}

const viewLinks = (links: readonly ArtifactLink[], { linked }: ShowContext): unknown[] =>
  links.flatMap(({ id, type }) => {
    const target = linked(id);
    return target === undefined
      ? []
      : [{ id, uri: `artifacts/${id}`, tracker: target.tracker, type: type === '' ? null : type }];
  });

/** Links to artifacts that the viewer sees, each as `story #4`. */
const listKnown = (links: readonly ArtifactLink[], linked: ShowContext['linked']): ChangeItem[] =>
  links.flatMap(({ id, type }) => {
    const target = linked(id);
    return target === undefined ? [] : [{ key: `${id} ${type}`, label: `${target.itemName} #${id}` }];
  });

const viewTypes = (isShown: (shortname: string) => boolean) =>
  linkTypes
    .filter(({ shortname }) => isShown(shortname))
    .map((type) => ({
      shortname: type.shortname,
      forward_label: type.forwardLabel,
      reverse_label: type.reverseLabel,
    }));

/** Numbers of artifacts; links that are there keep their types. Throws invalid. */
function readCell(text: string, { field, linkTypeOf }: CellContext): NonNullable<SubmittedValue['links']> {
  return splitCell(text).map((part) => {
    const id = /#?(\d{1,15})$/.exec(part)?.[1];
    if (id === undefined)
      throw invalid(
        says('import.links')`the field "${field.label}" takes artifact numbers, such as 12;13; "${part}" is not one`,
      );
    return { id: Number(id), type: linkTypeOf(Number(id)) };
  });
}

/** Links in the order of their targets; those that leave the archive are dropped (§8 of the format). */
function readArchived(archived: ArchivedValue, { field, link, warn }: ArchiveMeanings): ArtifactLink[] {
  if (archived.kind !== 'art_link') throw refuseArchived(archived, field);
  const links = new Map<string, ArtifactLink>();
  for (const named of archived.links) {
    const found = link(named);
    if (found === undefined)
      warn(says('left.link')`the link to \`${named.artifactId}\` points outside the archive and is dropped`);
    else links.set(`${found.id} ${found.type}`, found);
  }
  return [...links.values()].toSorted((a, b) => a.id - b.id);
}

export const artifactLinkType = defineStoredType({
  role: 'links',
  readCell: (text, context) => ({ links: readCell(text, context) }),
  emptied: { links: [] },
  toArchive: (stored, { artifact }) => ({
    kind: 'art_link',
    links: stored.flatMap(({ id, type }) => {
      const artifactId = artifact(id);
      return artifactId === undefined ? [] : [{ artifactId, nature: type }];
    }),
  }),
  fromArchive: readArchived,
  isSingle: true,
  schema: StoredLinks,
  entryKeys: { counts: ['links', 'all_links', 'parent', 'change_links'], shown: ['reverse_links'] },
  parse(entry, context) {
    const { field, path } = context;
    if (entry.change_links !== undefined) return parseChange(entry, context);
    const sent = entry.links ?? entry.all_links?.filter((link) => link.direction === 'forward');
    if (sent === undefined) {
      const saysNothing = entry.value === undefined && entry.bind_value_ids === undefined;
      if (saysNothing || entry.parent !== undefined) return undefined;
      throw invalid(
        says(
          'links.form',
        )`the field "${field.label}" takes links: [{"id": artifact, "type": "_is_child"}], all_links, change_links or parent`,
        path,
      );
    }
    for (const key of ['links', 'all_links'] as const) requireLinkTypes(entry[key], context, `${path}.${key}`);
    const links = sent.map(({ id, type }): ArtifactLink => ({ id, type: type ?? '' }));
    return [...new Map(links.map((link) => [`${link.id} ${link.type}`, link])).values()];
  },
  async check(stored, { field, path }, checks) {
    const [unknown] = await checks.findUnknownArtifacts(stored.map((link) => link.id));
    if (unknown !== undefined)
      throw invalid(
        says('links.no-target')`the field "${field.label}" can't link to artifact ${unknown}: it does not exist`,
        `${path}.links`,
      );
  },
  isEmpty: (stored) => stored.length === 0,
  show: (stored, context) => ({
    links: viewLinks(stored ?? [], context),
    reverse_links: viewLinks(context.reverseLinks, context),
  }),
  tellChange: (before = [], after = [], { linked }) =>
    changeOfItems('links', listKnown(before, linked), listKnown(after, linked)),
  mentions: (stored) => ({ artifacts: stored.map((link) => link.id) }),
  readProperties: readByRules({ can_edit_reverse_links: 'switch' }),
  describe: ({ field, definition: { unusedLinkTypes } }) => ({
    values: null,
    bindings: { type: null, list: [] },
    defaultValue: null,
    specificProperties: { can_edit_reverse_links: integerProperty(field, 'can_edit_reverse_links', 1) },
    extra: {
      allowed_types: viewTypes((shortname) => !unusedLinkTypes.has(shortname)),
      unused_types: viewTypes((shortname) => unusedLinkTypes.has(shortname)),
    },
  }),
});

/** Types of links, and lists of links. */
export const artifactLinks = { childType, linkTypes, isLinkType, requireUsedLinkType, changeLinkList, changeOfWay };
