import assert from 'node:assert/strict';
import { it } from 'node:test';
import { simulate } from './simulated-site.ts';
import type { ModelledSite, RequestKind } from './simulated-site.ts';

const read: RequestKind = { name: 'read', tepalUs: 100, databaseUs: 50, waits: 1, isChange: false };
const change: RequestKind = { name: 'change', tepalUs: 400, databaseUs: 100, waits: 2, isChange: true };
const site = (of: Partial<ModelledSite>): ModelledSite => ({
  mix: [{ kind: read, share: 1 }],
  processes: 1,
  clients: 1,
  cores: 1,
  isShared: false,
  clientUs: 0,
  roundTripUs: 0,
  flushUs: 0,
  conflict: 0,
  ...of,
});
const near = (found: number, wanted: number): void =>
  assert.ok(Math.abs(found / wanted - 1) < 0.01, `${found} instead of ${wanted}`);

it('one client waits for all that its request takes', () => {
  const { perSecond, p50Ms, databaseBusy, tepalBusy } = simulate(site({ roundTripUs: 350 }), 1);
  near(perSecond, 2000);
  near(p50Ms, 0.5);
  near(databaseBusy, 0.1);
  near(tepalBusy, 0.2);
});

it('many clients get what the busiest part allows: the thread of a process, or the cores of the database', () => {
  near(simulate(site({ clients: 16 }), 1).perSecond, 10_000);
  near(simulate(site({ clients: 64, processes: 4 }), 1).perSecond, 20_000);
  near(simulate(site({ clients: 64, processes: 4, cores: 2 }), 1).perSecond, 40_000);
});

it('on shared cores a second process brings only what the first leaves', () => {
  const shared = { clients: 16, cores: 2, isShared: true, clientUs: 50 };
  near(simulate(site(shared), 1).perSecond, 10_000);
  near(simulate(site({ ...shared, processes: 2 }), 1).perSecond, 10_000);
});

it('changes of one process share transactions, and those of others fail where they meet', () => {
  const mix = [{ kind: change, share: 1 }];
  near(simulate(site({ mix, flushUs: 500 }), 1).perSecond, 1000);
  const together = { mix, clients: 16, flushUs: 500, cores: 8 };
  const one = simulate(site(together), 1).perSecond;
  assert.ok(one > 1500 && one < 2500, String(one));
  const four = { ...together, clients: 64, processes: 4 };
  near(simulate(site(four), 1).perSecond, 4 * one);
  assert.ok(simulate(site({ ...four, conflict: 0.5 }), 1).perSecond < 3 * one);
});

it('refuses a mix of nothing', () => {
  assert.throws(() => simulate(site({ mix: [] }), 1), /shares/);
});
