// How requests filter the artifacts of a tracker.
import { Type } from 'typebox';
import { isSortable, standardField, standardNames } from '../query/index.ts';
import type { ArtifactFilter } from './tracker-lists.ts';

export const filterQuery = {
  query: Type.Optional(
    Type.String({
      description: 'Criteria in JSON, such as {"title": "login", "status": [103]}; all of them must hold.',
    }),
  ),
  expert_query: Type.Optional(
    Type.String({ description: 'A condition in the query language, such as title = "login" AND due > NOW().' }),
  ),
  criteria: Type.Optional(Type.String({ description: 'As query, but beside expert_query: both must hold then.' })),
};

/** `query` takes precedence over an expression; `criteria` hold besides. */
export function filtersOf(query: { query?: string; expert_query?: string; criteria?: string }): ArtifactFilter[] {
  const { query: first, expert_query: expression, criteria } = query;
  const main: ArtifactFilter[] = first
    ? [{ parameter: 'query', text: first }]
    : expression
      ? [{ parameter: 'expert_query', text: expression }]
      : [];
  return criteria ? [...main, { parameter: 'criteria', text: criteria }] : main;
}

/** For other features that list artifacts of a tracker. */
export const artifactFilters = { filterQuery, filtersOf, isSortable, standardField, standardNames };
