// Routes that let groups of projects follow groups of the directory.
import { Type } from 'typebox';
import { Closed, Nullable, routesFor, I18nMessage } from '../../platform/http/index.ts';
import { i18nOf, textOf } from '../../platform/texts/said.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { Bindings } from './bindings.service.ts';
import type { GroupReport } from './sync.service.ts';

const route = routesFor<Viewer>();

const NewBinding = Closed(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Distinguished or plain name of a group of the directory.',
    }),
    bind_option: Type.Optional(
      Type.Enum(['bind', 'preserve_members'] as const, {
        description: 'preserve_members: whoever is not in the group of the directory may stay. bind where left out.',
      }),
    ),
  },
  [],
  { title: 'NewGroupBinding' },
);

const BindingOutcome = Type.Object(
  {
    label: Type.String({ description: 'What the group of the directory is called.' }),
    joined: Type.Integer({ description: 'People that join.' }),
    left: Type.Integer({ description: 'People that leave.' }),
    problem: Nullable(Type.String({ description: 'Who does not join, or why nobody does.' })),
    i18n: Type.Optional(I18nMessage),
  },
  { title: 'GroupBindingOutcome' },
);

const viewReport = ({ source, joined, left, problem }: GroupReport) => ({
  label: source,
  joined,
  left,
  problem: problem === undefined ? null : textOf(problem),
  ...(problem === undefined ? {} : { i18n: i18nOf(problem) }),
});

const place = {
  url: '/user_groups/:id/directory_group',
  access: 'signed-in',
  kind: 'action',
  tag: 'User groups',
  params: Type.Object({ id: Type.String({ description: 'Such as 101_3 or 105.' }) }),
} as const;

export const bindingRoutes = (bindings: Bindings): Route<Viewer>[] => [
  route({
    ...place,
    method: 'GET',
    url: '/user_groups/:id/directory_groups',
    kind: 'single',
    summary: 'Directory groups, at most 20, that a user group can be bound to; for project administrators',
    query: Type.Object({
      query: Type.String({ minLength: 2, maxLength: 200, description: 'A text that is in the names.' }),
    }),
    responses: { 200: Type.Array(Type.String()) },
    handler: async ({ viewer, params, query }) => ({
      body: await bindings.searchAs(viewer, params.id, query.query),
    }),
  }),
  route({
    ...place,
    method: 'PUT',
    summary: 'Bind a user group, or the members of a project, to a directory group; for project administrators',
    query: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'Only tells who would join and leave.' })),
    }),
    body: NewBinding,
    responses: { 200: BindingOutcome },
    async handler({ viewer, params, query, body }) {
      const wish = { name: body.name, keepsOthers: body.bind_option === 'preserve_members' };
      return { body: viewReport(await bindings.bindAs(viewer, params.id, wish, query.dry_run === true)) };
    },
  }),
  route({
    ...place,
    method: 'DELETE',
    summary: 'Unbind a user group from the directory; its members stay; for project administrators',
    responses: { 204: null },
    async handler({ viewer, params }) {
      await bindings.unbindAs(viewer, params.id);
      return { status: 204 };
    },
  }),
];
