// The yardstick of writing: one row changed in one durable transaction after another, on SQLite as Tepal opens it.
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { CommitPlan, serveParent } from '../measuring/messages.ts';
import type { Measurement } from '../measuring/messages.ts';
import { percentile } from '../measuring/statistics.ts';

function runCommits(file: string, durationMs: number): Measurement {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('CREATE TABLE IF NOT EXISTS counter (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)');
    database.exec('INSERT OR IGNORE INTO counter VALUES (1, 0)');
    const update = database.prepare('UPDATE counter SET value = value + 1 WHERE id = 1');
    const latenciesMs: number[] = [];
    const beginMs = performance.now();
    const endMs = beginMs + durationMs;
    let nowMs = beginMs;
    while (nowMs < endMs) {
      update.run();
      const doneMs = performance.now();
      latenciesMs.push(doneMs - nowMs);
      nowMs = doneMs;
    }
    return {
      perSecond: (latenciesMs.length / (nowMs - beginMs)) * 1000,
      p50Ms: percentile(latenciesMs, 0.5),
      p99Ms: percentile(latenciesMs, 0.99),
      busyShare: 0,
      answers: latenciesMs.length,
      failures: 0,
    };
  } finally {
    database.close();
  }
}

serveParent(CommitPlan, ({ file, durationMs }) => Promise.resolve(runCommits(file, durationMs)));
