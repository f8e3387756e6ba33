// Artifacts as resources: what a person may attach to a conversation by its address.
import { notFound } from '../../platform/errors.ts';
import { listOf, memberOf, textOf } from './records.ts';
import type { Ask } from './tool.ts';
import { showArtifact } from './tools/artifacts.ts';
import { writeAnswer } from './shown-answer.ts';
import { truncate } from '../../platform/texts/shorten.ts';

const uriOf = (id: unknown): string => `tepal://artifacts/${String(id)}`;

const templates = [
  {
    uriTemplate: 'tepal://artifacts/{id}',
    name: 'artifact',
    title: 'Artifact',
    description: 'An artifact with the values that the person may read.',
    mimeType: 'text/plain',
  },
];

export const listTemplates = (): object => ({ resourceTemplates: templates });

/** Artifacts of one page of `resources/list`. */
const resourcesAtOnce = 50;

/** Names are shown in lists of programs: one line, and no longer than that. */
const nameMaxLength = 120;

const nameOf = (artifact: unknown): string =>
  truncate(
    `${textOf(artifact, 'xref')} ${textOf(artifact, 'title')}`.replaceAll(/[\p{C}\s]+/gu, ' ').trim(),
    nameMaxLength,
  );

/** A page of the open artifacts that the person is in charge of or submitted; `cursor` is what the page before gave. */
export async function listResources(ask: Ask, cursor: string | undefined): Promise<object> {
  const offset = cursor === undefined || !/^\d{1,9}$/.test(cursor) ? 0 : Number(cursor);
  const { value, headers } = await ask({
    method: 'GET',
    url: '/users/:id/artifacts',
    params: { id: 'self' },
    query: {
      query: JSON.stringify({ assigned_to: true, submitted_by: true }),
      limit: String(resourcesAtOnce),
      offset: String(offset),
    },
  });
  const artifacts = listOf(value, 'collection').length > 0 ? listOf(value, 'collection') : listOf(value);
  const resources = artifacts.map((artifact) => ({
    uri: uriOf(memberOf(artifact, 'id')),
    name: nameOf(artifact),
    mimeType: 'text/plain',
  }));
  const next = offset + resources.length;
  const hasMore = resources.length > 0 && next < Number(headers.get('x-pagination-size') ?? 0);
  return { resources, ...(hasMore ? { nextCursor: String(next) } : {}) };
}

/** Throws notFound for an address that is none of an artifact, and as the API does. */
export async function readResource(ask: Ask, uri: string): Promise<object> {
  const [, id] = /^tepal:\/\/artifacts\/(\d{1,15})$/.exec(uri) ?? [];
  if (id === undefined) throw notFound(`there is no resource at this address; the format is ${uriOf('{id}')}`);
  return { contents: [{ uri, mimeType: 'text/plain', text: writeAnswer(await showArtifact(ask, Number(id))) }] };
}
