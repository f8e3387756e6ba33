// Tools that read and write artifacts.
import { Type } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { Closed } from '../../../platform/http/index.ts';
import type { InnerAnswer } from '../../../platform/http/index.ts';
import { isRecord, listOf, memberOf, pick, textOf } from '../records.ts';
import { defineTool, Id, page, pageQuery, showPage } from '../tool.ts';
import type { Ask } from '../tool.ts';
import { slim } from '../shown-answer.ts';
import { fieldIs } from '../../trackers/index.ts';

const artifactId = { artifact_id: Id('The artifact.') };

/** A strong entity tag without its quotes, as what was read is named to whoever writes. */
const versionOf = ({ headers }: InnerAnswer): string => (headers.get('etag') ?? '').replaceAll('"', '');

const getArtifact = (ask: Ask, id: number): Promise<InnerAnswer> =>
  ask({ method: 'GET', url: '/artifacts/:id', params: { id: String(id) } });

/** An artifact with its values and the version that they are of. */
export async function showArtifact(ask: Ask, id: number): Promise<Record<string, unknown>> {
  const answer = await getArtifact(ask, id);
  const shown = slim(answer.value);
  return { version: versionOf(answer), ...(isRecord(shown) ? shown : {}) };
}

const readArtifact = defineTool({
  name: 'read_artifact',
  title: 'Read an artifact',
  description:
    'An artifact with the values that the person may read, and its version, which update_artifact asks for. Texts may be cut.',
  input: Closed(artifactId),
  run: (ask, { artifact_id: id }) => showArtifact(ask, id),
});

const readHistory = defineTool({
  name: 'read_comments',
  title: 'Read comments and history',
  description: 'Comments of an artifact, newest first, or all changes with the values that fields had then.',
  input: Closed({
    ...artifactId,
    with_changes: Type.Boolean({ default: false, description: 'Also changes without a comment, and values.' }),
    oldest_first: Type.Boolean({ default: false }),
    ...page,
  }),
  async run(ask, { artifact_id: id, with_changes: isWhole, oldest_first: isRising, ...at }) {
    const query = { fields: isWhole ? 'all' : 'comments', order: isRising ? 'asc' : 'desc', ...pageQuery(at) };
    const answer = await ask({ method: 'GET', url: '/artifacts/:id/changesets', params: { id: String(id) }, query });
    return showPage(answer, listOf(slim(answer.value)), at);
  },
});

const listLinks = defineTool({
  name: 'list_links',
  title: 'List links',
  description: 'Artifacts that an artifact links to (forward), or that link to it (reverse), by one type of link.',
  input: Closed({
    ...artifactId,
    direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')], { default: 'forward' }),
    type: Type.String({
      default: '',
      maxLength: 255,
      description: 'Short name such as _is_child for children; empty: plain links.',
    }),
    ...page,
  }),
  async run(ask, { artifact_id: id, direction, type, ...at }) {
    const query = { direction, nature: type, ...pageQuery(at) };
    const url = '/artifacts/:id/linked_artifacts';
    const answer = await ask({ method: 'GET', url, params: { id: String(id) }, query });
    const keys = ['id', 'xref', 'title', 'status', 'tracker', 'project', 'last_modified_date'];
    const shown = listOf(slim(answer.value), 'collection').map((one) => slim(pick(one, keys)));
    return showPage(answer, shown, at);
  },
});

/** Fields that one call sets, and values of a list that it chooses for one of them. */
const fieldsMax = 100;
/** Links that one call adds, and as many that it removes. */
const linksMax = 100;
const textMaxLength = 65_535;

const NewLink = Closed({
  artifact_id: Id('The artifact at the other end.'),
  type: Type.String({ default: '', maxLength: 255, description: 'Short name of the type; empty: a plain link.' }),
});

const Values = Type.Array(
  Closed({
    field_id: Id('From describe_tracker.'),
    value: Type.Optional(
      Type.Union([Type.String({ maxLength: textMaxLength }), Type.Number(), Type.Null()], {
        description: 'For texts, numbers and dates (ISO 8601); null empties a field.',
      }),
    ),
    format: Type.Optional(
      Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')], {
        description: 'Of a long text.',
      }),
    ),
    list_value_ids: Type.Optional(
      Type.Array(Type.Union([Type.Integer(), Type.String({ maxLength: 255 })]), {
        maxItems: fieldsMax,
        description: 'For lists: ids of the chosen values.',
      }),
    ),
  }),
  { maxItems: fieldsMax, description: 'One entry for each field that is to change.' },
);

const toSubmitted = ({ field_id, value, format, list_value_ids: ids }: Type.Static<typeof Values>[number]) => ({
  field_id,
  ...(value === undefined ? {} : { value: format === undefined ? value : { content: value, format } }),
  ...(ids === undefined ? {} : { bind_value_ids: ids }),
});

const CommentText = Type.String({ default: '', maxLength: textMaxLength, description: 'CommonMark.' });

const toComment = (text: string) => (text === '' ? {} : { comment: { body: text, format: 'commonmark' } });

/** Throws preconditionFailed where the artifact is no longer of this version. */
async function putArtifact(ask: Ask, id: number, body: object, version?: string): Promise<Record<string, unknown>> {
  const quoted = version === undefined ? undefined : `"${version}"`;
  const answer = await ask({
    method: 'PUT',
    url: '/artifacts/:id',
    params: { id: String(id) },
    body,
    ...(quoted === undefined ? {} : { version: quoted }),
  });
  return { done: true, artifact_id: id, version: versionOf(answer) };
}

const createArtifact = defineTool({
  name: 'create_artifact',
  title: 'Create an artifact',
  description: 'Makes an artifact. Read describe_tracker first: required fields, ids of values.',
  writes: true,
  input: Closed({ tracker_id: Id('The tracker.'), values: Values, comment: CommentText }),
  async run(ask, { tracker_id: id, values, comment }) {
    const body = { tracker: { id }, values: values.map(toSubmitted), ...toComment(comment) };
    const answer = await ask({ method: 'POST', url: '/artifacts', body });
    return { done: true, artifact_id: memberOf(answer.value, 'id'), version: versionOf(answer) };
  },
});

const updateArtifact = defineTool({
  name: 'update_artifact',
  title: 'Change an artifact',
  description:
    'Changes the fields that are named. It asks for the version that read_artifact gave, and refuses where somebody has changed the artifact since: read it again then, and judge anew.',
  writes: true,
  input: Closed({
    ...artifactId,
    version: Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$', description: 'From read_artifact.' }),
    values: Values,
    comment: CommentText,
  }),
  run: (ask, { artifact_id: id, version, values, comment }) =>
    putArtifact(ask, id, { values: values.map(toSubmitted), ...toComment(comment) }, version),
});

const addComment = defineTool({
  name: 'add_comment',
  title: 'Comment on an artifact',
  description: 'Adds a comment, which changes no field.',
  writes: true,
  input: Closed({
    ...artifactId,
    text: Type.String({ minLength: 1, maxLength: textMaxLength, description: 'CommonMark.' }),
  }),
  run: (ask, { artifact_id: id, text }) => putArtifact(ask, id, { values: [], ...toComment(text) }),
});

const changeLinks = defineTool({
  name: 'change_links',
  title: 'Link artifacts',
  description:
    'Adds links from an artifact to others, and takes some away; all other links stay, also those that others add meanwhile. A link that is there takes the new type.',
  writes: true,
  input: Closed({
    ...artifactId,
    add: Type.Array(NewLink, { default: [], maxItems: linksMax }),
    remove: Type.Array(Type.Integer({ minimum: 1 }), {
      default: [],
      maxItems: linksMax,
      description: 'Ids of artifacts to link to no more.',
    }),
  }),
  async run(ask, { artifact_id: id, add, remove }) {
    const answer = await getArtifact(ask, id);
    const field = listOf(answer.value, 'values').find((value) =>
      fieldIs.links({ type: String(memberOf(value, 'type')) }),
    );
    if (field === undefined) throw invalid('has no links that you can change', 'artifact_id');
    const newType = new Map(add.map((link) => [link.artifact_id, link.type]));
    const gone = listOf(field, 'links')
      .map((link) => ({ id: Number(memberOf(link, 'id')), type: textOf(link, 'type') }))
      .filter((link) => remove.includes(link.id) || (newType.get(link.id) ?? link.type) !== link.type);
    const change = {
      add: [...newType].map(([other, type]) => ({ id: other, type, direction: 'forward' })),
      remove: gone.map((link) => ({ ...link, direction: 'forward' })),
    };
    return putArtifact(ask, id, { values: [{ field_id: memberOf(field, 'field_id'), change_links: change }] });
  },
});

export const artifactTools = [
  readArtifact,
  readHistory,
  listLinks,
  createArtifact,
  updateArtifact,
  addComment,
  changeLinks,
];
