// Queries that are built and compiled once and then run with other values, for paths where Kysely's building of a
// query on every call would cost more than the engine's work.

import { DeleteQueryNode, InsertQueryNode, sql, UpdateQueryNode } from 'kysely';
import type { Compilable, DeleteResult, InsertResult, RawBuilder, RootOperationNode, UpdateResult } from 'kysely';
import { sessionOf } from './session.ts';
import type { Session } from './session.ts';
import type { Reader, Writer } from './tables.ts';

export type Arguments = Record<string, unknown>;

/** Stands for the argument `name` wherever a value of its type may stand. */
export type Param<Args extends Arguments> = <Name extends keyof Args & string>(name: Name) => RawBuilder<Args[Name]>;

/** Statements without RETURNING have no rows. */
export type RowOf<Output> = Output extends InsertResult | UpdateResult | DeleteResult ? never : Output;

export interface PreparedQuery<Handle, Args extends Arguments, Row> {
  /** All rows. */
  (db: Handle, args: Args): Promise<Row[]>;
  /** The first row; let the query itself limit what it finds. */
  first(db: Handle, args: Args): Promise<Row | undefined>;
}

/**
 * A select that is compiled at its first use. The arguments' types are those of `param`:
 * `prepareQuery((db, param: Param<{ id: number }>) => db.selectFrom('users').selectAll().where('id', '=', param('id')))`.
 * Takes any handle given by the database. A list can't be an argument, because its length is part of the SQL; see prepareList.
 */
export function prepareQuery<Args extends Arguments, Row>(
  build: (db: Reader, param: Param<Args>) => Compilable<Row>,
): PreparedQuery<Reader, Args, Row> {
  return prepare(build);
}

/** The same for an insert, update or delete; its rows are those of RETURNING. Takes transactions only. */
export function prepareWrite<Args extends Arguments, Output>(
  build: (tx: Writer, param: Param<Args>) => Compilable<Output>,
): PreparedQuery<Writer, Args, RowOf<Output>> {
  return prepare(build);
}

/** The place of an argument among a compiled statement's values. */
export class Slot {
  readonly name: string;
  /** Which of the rows it belongs to, where a statement takes several. */
  readonly row: number;

  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }

  /** Throws TypeError where the argument is missing. */
  read(args: Arguments | undefined): unknown {
    const argument = args?.[this.name];
    if (argument === undefined) throw new TypeError(`the prepared query's argument '${this.name}' is missing`);
    return argument;
  }
}

/**
 * Stands for the argument `name` of a prepared query, as a value of type T. Where the argument's type should be held at
 * the call as well, use the second parameter of `build` instead.
 */
export function param<T>(name: string): RawBuilder<T> {
  return sql<T>`${new Slot(name)}`;
}

/** A compiled statement. */
export interface Plan {
  readonly engine: string;
  readonly sql: string;
  /** Constants of the query, and slots for arguments. */
  readonly values: readonly unknown[];
  /** Whether it changes rows and gives none. */
  readonly isSilent: boolean;
}

function prepare<Handle extends object, Args extends Arguments, Output>(
  build: (db: Handle, param: Param<Args>) => Compilable<Output>,
): PreparedQuery<Handle, Args, RowOf<Output>> {
  let plan: Plan | undefined;

  async function run(db: Handle, args: Args): Promise<RowOf<Output>[]> {
    const session = sessionOf(db);
    if (plan?.engine !== session.dialect.name) plan = compile(session, build(db, param));
    const values = fillSlots(plan.values, args);
    if (plan.isSilent && session.sendAhead !== undefined) {
      await session.sendAhead(plan.sql, values);
      return [];
    }
    const result = session.execute<RowOf<Output>>(plan.sql, values);
    return result instanceof Promise ? (await result).rows : result.rows;
  }

  return Object.assign(run, {
    first: async (db: Handle, args: Args) => (await run(db, args))[0],
  });
}

/** The query as its session's engine wants it. */
export function compile(session: Session, query: Compilable): Plan {
  const compiled = query.compile();
  return {
    engine: session.dialect.name,
    sql: compiled.sql,
    values: compiled.parameters,
    isSilent: isSilent(compiled.query),
  };
}

const isSilent = (query: RootOperationNode): boolean =>
  (InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)) &&
  query.returning === undefined;

/** The values to bind; throws a TypeError for an argument that is missing. */
export function fillSlots(values: readonly unknown[], args: Arguments): unknown[] {
  return values.map((value) => (value instanceof Slot ? value.read(args) : value));
}
