// Loaded before the program: makes SQLite break what Tepal promises, to show that the harness notices it.
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';

const kind = process.env['SABOTAGE'];

/** COMMIT answers at once and happens with the next BEGIN: what is acknowledged meanwhile is not durable. */
function commitLate(): void {
  const exec = DatabaseSync.prototype.exec;
  const late = new WeakSet<DatabaseSync>();
  DatabaseSync.prototype.exec = function sabotaged(this: DatabaseSync, sql: string): void {
    if (sql === 'COMMIT') {
      late.add(this);
      return;
    }
    if (late.delete(this)) exec.call(this, 'COMMIT');
    if (sql !== 'ROLLBACK' || this.isTransaction) exec.call(this, sql);
  };
}

/** Every tenth row of `table` is not written. */
function skipRows(table: string): void {
  const prepare = DatabaseSync.prototype.prepare;
  let count = 0;
  DatabaseSync.prototype.prepare = function sabotaged(this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql);
    if (!sql.startsWith(`insert into "${table}"`)) return statement;
    return new Proxy(statement, {
      get(target, name) {
        if (name === 'run' && (count += 1) % 10 === 0) return () => ({ changes: 1, lastInsertRowid: 0 });
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => Reflect.apply(member, target, args);
      },
    });
  };
}

if (kind === 'late commits') commitLate();
else if (kind === 'lost keys') skipRows('artifact_keys');
else if (kind === 'lost comments') skipRows('comments');
else throw new Error(`there is no sabotage "${kind ?? ''}"`);
