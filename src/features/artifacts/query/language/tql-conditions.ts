// What a query in TQL means for one tracker. Throws invalid for names, values and operators that don't fit together.
import { negateIf, nothing } from './condition.ts';
import type { Condition } from './condition.ts';
import { compare, compareBetween, compareIn } from './comparisons.ts';
import { refuse, searchableField } from './query-context.ts';
import type { QueryContext, Searchable } from './query-context.ts';
import { openQuery, parseExpression, parseList, parseText } from './tql.ts';
import type { Term } from './tql.ts';
import { says } from '../../../../platform/texts/said.ts';

/** The condition; a name that means nothing to the viewer is refused before anything else is looked at. */
export async function readTerm(context: QueryContext, term: Term): Promise<Condition> {
  const unknown = [...new Set(namesIn(term).filter((name) => context.find(name) === undefined))];
  if (unknown.length > 0) {
    const names = unknown.map((name) => `'${name}'`).join(', ');
    throw refuse(
      context,
      unknown.length === 1
        ? says('query.unknown-name')`We cannot search on ${names}, we don't know what it refers to`
        : says('query.unknown-names')`We cannot search on ${names}, we don't know what they refer to`,
    );
  }
  return readKnown(context, term);
}

/** Names of fields and of what else a condition speaks of, in order. */
export function namesIn(term: Term): string[] {
  if ('terms' in term) return term.terms.flatMap(namesIn);
  return term.kind === 'link' ? [] : [term.name];
}

async function readKnown(context: QueryContext, term: Term): Promise<Condition> {
  switch (term.kind) {
    case 'and':
    case 'or':
      return { kind: term.kind, of: await readAll(context, term.terms) };
    case 'link':
      return negateIf(term.isNegated, await readLink(context, term));
    case 'compare':
      return compare(context, find(context, term.name), term.operator, term.value);
    case 'between':
      return compareBetween(context, find(context, term.name), term.from, term.to);
    case 'in': {
      const condition = await compareIn(context, find(context, term.name), term.values);
      return negateIf(term.isNegated, condition);
    }
  }
}

async function readAll(context: QueryContext, terms: readonly Term[]): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const term of terms) conditions.push(await readKnown(context, term));
  return conditions;
}

async function readLink(
  { findLinkEnds }: QueryContext,
  { direction, end, type }: Extract<Term, { kind: 'link' }>,
): Promise<Condition> {
  const ends = await findLinkEnds(direction, end);
  return ends === undefined ? nothing : { kind: 'link', direction, type, ends };
}

function find(context: QueryContext, name: string): Searchable {
  const found = context.find(name);
  if (found === undefined)
    throw refuse(context, says('query.unknown-field')`We cannot search on '${name}', we don't know what it refers to`);
  return found;
}

/** For languages of other features that have conditions of this one in them. */
export const queryLanguage = { openQuery, parseExpression, parseList, parseText, namesIn, readTerm, searchableField };
