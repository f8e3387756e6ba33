// Wire shapes of full-text search (reference page 96, SearchResultEntryRepresentation).
import { Type } from 'typebox';
import { Nullable, paginationQuery } from '../../../platform/http/index.ts';
import { projectSchemas } from '../../projects/index.ts';
import { keywordsLengthMax } from './search-query.ts';

/** Results of one page. */
export const entriesMax = 50;

const keywordsDescription =
  'Words that must all be found. "Words in quotes" follow each other, begin* finds beginnings, -word leaves out, OR stands between alternatives.';

export const SearchKeywords = Type.Object(
  { keywords: Type.String({ description: keywordsDescription, maxLength: keywordsLengthMax }) },
  { title: 'SearchQuery' },
);

export const SearchResultEntry = Type.Object(
  {
    xref: Nullable(Type.String()),
    html_url: Type.String(),
    title: Type.String(),
    color_name: Type.String(),
    tracker_icon: Type.String({ description: 'The emoji of its tracker; empty: none.' }),
    type: Type.String({ description: 'What was found, such as artifact.' }),
    per_type_id: Type.Integer({ description: 'Id among those of its type.' }),
    icon_name: Type.String(),
    small_icon: Nullable(Type.String()),
    icon: Nullable(Type.String()),
    project: projectSchemas.MinimalProject,
    quick_links: Type.Array(Type.Object({ name: Type.String(), html_url: Type.String(), icon_name: Type.String() })),
    cropped_content: Nullable(
      Type.String({
        description: 'HTML: the part of a text that was found, words of the search in <mark>, all else escaped.',
      }),
    ),
    badges: Type.Array(Type.Object({ label: Type.String(), color: Nullable(Type.String()) })),
  },
  { title: 'SearchResultEntry' },
);

const counted = { id: Type.Integer(), uri: Type.String(), label: Type.String(), count: Type.Integer() };

export const SearchResults = Type.Object(
  {
    results: Type.Array(SearchResultEntry),
    /** As X-PAGINATION-SIZE. */
    size: Type.Integer({ description: 'How many were found.' }),
    is_complete: Type.Boolean({
      description:
        'false: there may be more, because only the newest are ranked, time was over, or the index is being written.',
    }),
    instead_of: Type.Array(Type.Object({ word: Type.String(), found: Type.Array(Type.String()) }), {
      description: 'Words that nothing was found for, with similar ones that were searched instead.',
    }),
    facets: Type.Object({
      types: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
      projects: Type.Array(Type.Object(counted)),
      trackers: Type.Array(
        Type.Object({ ...counted, color_name: Type.String(), project: Type.Object({ id: Type.Integer() }) }),
      ),
    }),
  },
  { title: 'SearchResults' },
);

export const SearchParameters = Type.Object({
  q: Type.String({ description: keywordsDescription, maxLength: keywordsLengthMax }),
  type: Type.Optional(Type.String({ maxLength: 20, description: 'Only what is of this type, such as artifact.' })),
  project: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what is in the project with this id.' })),
  tracker: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what is in the tracker with this id.' })),
  ...paginationQuery(entriesMax, entriesMax, 1),
});
