// Routes by which site administrators look after the index.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { countDocuments } from '../../platform/database/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { listFollowerStates } from '../../platform/events/index.ts';
import { Nullable, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf, requireSiteAdmin } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import type { FullText } from './full-text.ts';

const route = routesFor<Viewer>();

const SearchIndex = Type.Object(
  {
    documents: Type.Integer({ description: 'How many things can be found.' }),
    behind: Type.Integer({ description: 'How many events it has before it.' }),
    is_complete: Type.Boolean({ description: 'Whether it is not being written anew.' }),
    types: Type.Array(
      Type.Object({
        type: Type.String(),
        is_complete: Type.Boolean(),
        written_from_id: Nullable(Type.Integer({ description: 'While it is being written: this id and those above.' })),
      }),
    ),
  },
  { title: 'SearchIndex' },
);

interface Deps {
  database: Database;
  clock: Clock;
  fullText: FullText;
}

const lookingAfter = 'manage the search index';

async function readState({ database, fullText }: Deps): Promise<Static<typeof SearchIndex>> {
  const { follower } = fullText;
  const [documents, states, kinds] = await Promise.all([
    countDocuments(database.readSlow),
    listFollowerStates({ database, followers: [follower] }),
    fullText.status(),
  ]);
  return {
    documents,
    behind: states.find(({ name }) => name === follower.name)?.behind ?? 0,
    is_complete: kinds.every(({ isFinished }) => isFinished),
    types: kinds.map(({ type, isFinished, beforeId }) => ({
      type,
      is_complete: isFinished,
      written_from_id: isFinished ? null : (beforeId ?? null),
    })),
  };
}

export const indexRoutes = (deps: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/admin/search_index',
    access: 'signed-in',
    kind: 'single',
    tag: 'Server',
    summary: 'Status of the search index: size, delay, completeness; for site administrators',
    responses: { 200: SearchIndex },
    async handler({ viewer }) {
      requireSiteAdmin(viewer, lookingAfter);
      return { body: await readState(deps) };
    },
  }),
  route({
    method: 'POST',
    url: '/admin/search_index/rebuild',
    access: 'signed-in',
    kind: 'action',
    tag: 'Server',
    summary: 'Rebuild the search index in a job, newest items first; for site administrators',
    responses: { 200: SearchIndex },
    async handler({ viewer }) {
      requireSiteAdmin(viewer, lookingAfter);
      const { fullText, clock } = deps;
      await fullText.orderAnew((tx) => recordAudit(tx, clock, { kind: 'search-index-renewed', by: actorOf(viewer) }));
      return { body: await readState(deps) };
    },
  }),
];
