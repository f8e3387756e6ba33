// What is done to a SQLite file as a whole, which others may read and write meanwhile.
import { backup, DatabaseSync } from 'node:sqlite';
import { explainFault, nameFile } from '../sessions/faults.ts';

const pagesPerStep = 4096;
const lockWaitMs = 30_000;

/** What SQLite refuses about its disk or files is DomainError 'unavailable' that names the file. */
async function readingFile<R>(file: string, work: (db: DatabaseSync) => R | Promise<R>): Promise<R> {
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: lockWaitMs });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } catch (error) {
    throw nameFile(explainFault(error, true), file);
  }
}

/** Copies the file as it is at one moment to `target`, which must not exist; `onProgress` hears of pages. */
export const copySqliteFile = (
  file: string,
  target: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> =>
  readingFile(file, async (db) => {
    // A read that is open holds the moment; without it every change of others would start the copy anew.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(db, target, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
  });

const corruptCode = 11;

/** `ok` alone for a sound file. */
function readDamages(db: DatabaseSync, check: string): string[] {
  try {
    const rows = db.prepare(check).all();
    return rows.flatMap((row) => Object.values(row).flatMap((text) => String(text).split('\n')));
  } catch (error) {
    // Some damage keeps SQLite from looking any further. The low byte of an extended result code is the plain one.
    const isDamage = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === corruptCode;
    if (isDamage) return [error.message];
    throw error;
  }
}

/**
 * What is wrong with the file, one line each, a hundred at most; `quick` leaves indexes and references between rows out, which
 * only a file without damage is asked for.
 */
export const checkSqliteFile = (file: string, depth: 'quick' | 'full'): Promise<string[]> =>
  readingFile(file, (db) => {
    const damages = readDamages(db, depth === 'quick' ? 'PRAGMA quick_check' : 'PRAGMA integrity_check');
    if (damages.join() !== 'ok') return damages;
    if (depth === 'quick') return [];
    const references = db.prepare('SELECT "table", rowid FROM pragma_foreign_key_check LIMIT 100').all();
    return references.map(
      (row) => `row ${String(row['rowid'])} of ${String(row['table'])} refers to a row that is not there`,
    );
  });
