// Reads a search over several trackers: SELECT what FROM which trackers WHERE condition ORDER BY something.
import { queryLanguage } from '../artifacts/index.ts';
import type { Cursor, Term } from '../artifacts/index.ts';
import { says } from '../../platform/texts/said.ts';

/** Which trackers are searched; both conditions must hold. */
export interface Scope {
  projects: ProjectScope | undefined;
  /** Short names; undefined: all trackers of the projects. */
  trackers: readonly string[] | undefined;
}

/** The project that asks, the teams of the program that it is, or those that the viewer belongs to. */
export type OwnProjects = 'self' | 'aggregated' | 'mine';

export type ProjectScope =
  | { kind: 'own'; of: readonly OwnProjects[] }
  | { kind: 'names' | 'categories'; names: readonly string[] };

export interface Search {
  select: readonly string[];
  scope: Scope;
  where: Term;
  order: { name: string; isDescending: boolean } | undefined;
}

/** Fields that one search selects; more are answered 400. */
const selectMax = 50;
const name = /@[\w.]+|[\w-]+/y;

/** Throws invalid with line, column and what was expected. */
export function parseSearch(text: string, parameter: string, limits: { termsMax: number }): Search {
  const cursor = queryLanguage.openQuery(text, parameter);
  cursor.requireWord('SELECT');
  const select = [cursor.require(name, says('query.field-name')`the name of a field`)];
  while (cursor.take(/,/y, ',') !== undefined) {
    if (select.length === selectMax)
      throw cursor.refuse(says('query.select')`at most ${selectMax} columns can be selected`);
    select.push(cursor.require(name, says('query.field-name')`the name of a field`));
  }
  cursor.requireWord('FROM');
  const scope = parseScope(cursor);
  cursor.requireWord('WHERE');
  const where = queryLanguage.parseExpression(cursor, limits);
  const order = cursor.takeWord('ORDER BY') ? parseOrder(cursor) : undefined;
  cursor.requireEnd();
  return { select: [...new Set(select)], scope, where, order };
}

function parseScope(cursor: Cursor): Scope {
  const scope: Scope = { projects: undefined, trackers: undefined };
  do {
    if (cursor.take(/@tracker\.name(?![\w.])/iy, '@tracker.name') !== undefined) {
      if (scope.trackers !== undefined)
        throw cursor.refuse(says('query.trackers-once')`@tracker.name can only be used once`);
      scope.trackers = parseNames(cursor);
    } else {
      if (scope.projects !== undefined)
        throw cursor.refuse(says('query.projects-once')`projects can only be used once`);
      scope.projects = parseProjects(cursor);
    }
  } while (cursor.takeWord('AND'));
  return scope;
}

function parseProjects(cursor: Cursor): ProjectScope {
  if (cursor.take(/@project\.name(?![\w.])/iy, '@project.name') !== undefined)
    return { kind: 'names', names: parseNames(cursor) };
  if (cursor.take(/@project\.category(?![\w.])/iy, '@project.category') !== undefined)
    return { kind: 'categories', names: parseNames(cursor) };
  cursor.require(/@project(?![\w.])/iy, '@project');
  if (cursor.take(/=/y, '=') === undefined) {
    cursor.requireWord('IN');
    return { kind: 'own', of: queryLanguage.parseList(cursor, parseOwnProjects) };
  }
  return { kind: 'own', of: [parseOwnProjects(cursor)] };
}

function parseOwnProjects(cursor: Cursor): OwnProjects {
  if (cursor.take(/my_projects[\s\u00a0]*\([\s\u00a0]*\)/iy, 'MY_PROJECTS()') !== undefined) return 'mine';
  const found = cursor.require(/(["'])(?:self|aggregated)\1/iy, "'self' or 'aggregated'");
  return found.slice(1, -1).toLowerCase() === 'self' ? 'self' : 'aggregated';
}

function parseNames(cursor: Cursor): string[] {
  if (cursor.take(/=/y, '=') !== undefined) return [queryLanguage.parseText(cursor)];
  cursor.requireWord('IN');
  return queryLanguage.parseList(cursor, queryLanguage.parseText);
}

function parseOrder(cursor: Cursor): NonNullable<Search['order']> {
  const ordered = cursor.require(name, says('query.field-name')`the name of a field`);
  if (cursor.take(/asc(?:ending)?(?![\w-])/iy, 'ASC') !== undefined) return { name: ordered, isDescending: false };
  cursor.require(/desc(?:ending)?(?![\w-])/iy, 'DESC');
  return { name: ordered, isDescending: true };
}
