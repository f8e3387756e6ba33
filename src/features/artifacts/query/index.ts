// Queries over artifacts. Its rooms, each of which uses those before it:
// language/    the query language and criteria in JSON, to conditions
// engine/      conditions, to the sets of artifacts that match
// text-search/ artifacts by their texts; renews how texts are stored folded
// sorting/     everything that matches, sorted, as a whole or by page

export { both, everything, queryConditions } from './language/condition.ts';
export type { Condition } from './language/condition.ts';
export type { Cursor } from './language/cursor.ts';
export type { QueryContext } from './language/query-context.ts';
export type { Term } from './language/tql.ts';
export { queryLanguage } from './language/tql-conditions.ts';
export { createQueries } from './engine/queries.service.ts';
export type { Queries, QueryDeps } from './engine/queries.service.ts';
export { createSetCache } from './engine/set-cache.ts';
export { artifactTexts } from './text-search/readable-texts.ts';
export type { TextLocation } from './text-search/readable-texts.ts';
export { createTextFolding } from './text-search/text-folding.ts';
export { createPassages } from './text-search/text-search.service.ts';
export type { PassageTest, Passages } from './text-search/text-search.service.ts';
export { createListings } from './sorting/listings.service.ts';
export type { Listings } from './sorting/listings.service.ts';
export { isSortable, keysOf, readSortSteps } from './sorting/sort-keys.ts';
export { standardField, standardNames } from './sorting/standard-fields.ts';
export type { ReadKeys } from './sorting/sort-keys.ts';
export { listKeys } from './sorting/sort-keys.store.ts';
