// What the condition of a search means for each of its trackers. A tracker that lacks a field, or a value that others have,
// has nothing that is equal to it.
import { DomainError, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { queryConditions, queryLanguage } from '../artifacts/index.ts';
import type { Condition, QueryContext, Term } from '../artifacts/index.ts';

/** One condition for each context. Throws invalid for names that none of them knows, and for what is wrong in all of them. */
export async function readEverywhere(contexts: readonly QueryContext[], term: Term): Promise<Condition[]> {
  if (!('terms' in term)) return readLeaf(contexts, term);
  const parts: Condition[][] = [];
  for (const inner of term.terms) parts.push(await readEverywhere(contexts, inner));
  return contexts.map((_, index) => ({
    kind: term.kind,
    of: parts.map((part) => part[index] ?? queryConditions.nothing),
  }));
}

async function readLeaf(contexts: readonly QueryContext[], term: Term): Promise<Condition[]> {
  const knowing = contexts.filter((context) =>
    queryLanguage.namesIn(term).every((name) => context.find(name) !== undefined),
  );
  const [name = ''] = queryLanguage.namesIn(term);
  if (knowing.length === 0 && contexts.length > 0)
    throw invalid(
      says('query.unknown-field')`We cannot search on '${name}', we don't know what it refers to`,
      contexts[0]?.parameter,
    );
  const read = await Promise.all(
    contexts.map(async (context) => (knowing.includes(context) ? tryTerm(context, term) : queryConditions.nothing)),
  );
  const refused = read.filter((one) => one instanceof DomainError);
  const [first] = refused;
  if (first !== undefined && refused.length === knowing.length) throw first;
  const isNegated = ('isNegated' in term && term.isNegated) || ('operator' in term && term.operator === '!=');
  return read.map((one) =>
    one instanceof DomainError ? (isNegated ? queryConditions.everything : queryConditions.nothing) : one,
  );
}

async function tryTerm(context: QueryContext, term: Term): Promise<Condition | DomainError> {
  try {
    return await queryLanguage.readTerm(context, term);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    return error;
  }
}
