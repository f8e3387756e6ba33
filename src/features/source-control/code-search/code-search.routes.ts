// The route of the search in files of repositories.
import { Type } from 'typebox';
import { routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { inSlots } from '../contents/git-contents.routes.ts';
import type { Slots } from '../transfers/git-slots.ts';
import { CodeSearch, textMax } from './code-search.schema.ts';
import type { CodeSearching } from './code-search.service.ts';

/** A request has one of the places of those who read repositories, and one git at a time. */
export const codeSearchRoutes = (code: CodeSearching, slots: Slots): Route<Viewer>[] =>
  inSlots(
    [
      routesFor<Viewer>()({
        method: 'GET',
        url: '/code_search',
        access: 'optional',
        kind: 'single',
        tag: 'Search',
        summary:
          'Lines of files on default branches that contain a text, in one project or in the repositories pushed to last',
        query: Type.Object({
          q: Type.String({
            minLength: 2,
            maxLength: textMax,
            description: 'The text as it is in one line, not a regular expression; letter case does not count.',
          }),
          project: Type.Optional(Type.Integer({ description: 'Repositories of this project alone.' })),
        }),
        responses: { 200: CodeSearch },
        handler: async ({ viewer, query }) => ({ body: await code.search(viewer, query.q, query.project) }),
      }),
    ],
    slots,
  );
