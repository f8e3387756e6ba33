// Routes of labels of projects (reference pages 20 and 90).
import { Type } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import { readQueryObject } from '../../platform/wire/query-json.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import { Label, LabelChange, LabelledItems, LabelList, NewLabel } from './labels.schema.ts';
import type { Labels } from './labels.service.ts';

const route = routesFor<Viewer>();
/** Labels or labelled items of one page, and labels that one query names. */
const listMax = 50;
const tag = 'Labels';
const LabelParams = Type.Object({ id: Type.Integer(), label_id: Type.Integer() });

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

function readLabelIds(text: string): number[] {
  const ids = readQueryObject(text).get('labels_id');
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > listMax || !ids.every(isId))
    throw invalid(`must be a list of 1 to ${listMax} IDs, such as {"labels_id": [1]}`, 'query.labels_id');
  return ids;
}

export const labelRoutes = (labels: Labels): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/projects/:id/labels',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Labels of a project, by name',
    params: IdParams,
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 255, description: 'A part of the label.' })),
      ...paginationQuery(listMax, listMax, 1),
    }),
    responses: { 200: LabelList },
    async handler({ viewer, params, query }) {
      const { labels: page, size } = await labels.list(viewer, params.id, query.query ?? '', query);
      return { body: { labels: page }, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'GET',
    url: '/projects/:id/labeled_items',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Items with all of these labels, newest first',
    params: IdParams,
    query: Type.Object({
      query: Type.String({ description: 'JSON: {"labels_id": [1]}.' }),
      ...paginationQuery(listMax, listMax),
    }),
    responses: { 200: LabelledItems },
    async handler({ viewer, params, query }) {
      const { body, size } = await labels.listItems(viewer, params.id, readLabelIds(query.query), query);
      return { body, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  ...changeRoutes(labels),
];

const changeRoutes = (labels: Labels): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/projects/:id/labels',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a label, as an administrator of the project',
    params: IdParams,
    body: NewLabel,
    responses: { 201: Label },
    handler: async ({ viewer, params, body }) => ({ status: 201, body: await labels.create(viewer, params.id, body) }),
  }),
  route({
    method: 'PATCH',
    url: '/projects/:id/labels/:label_id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Change the name and style of a label, as an administrator of the project',
    params: LabelParams,
    body: LabelChange,
    responses: { 200: Label },
    handler: async ({ viewer, params, body }) => ({
      body: await labels.change(viewer, params.id, params.label_id, body),
    }),
  }),
  route({
    method: 'DELETE',
    url: '/projects/:id/labels/:label_id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Remove a label from the project and from all that carry it',
    params: LabelParams,
    responses: { 204: null },
    async handler({ viewer, params }) {
      await labels.remove(viewer, params.id, params.label_id);
      return { status: 204 };
    },
  }),
];
