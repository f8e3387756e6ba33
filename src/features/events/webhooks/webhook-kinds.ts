// The kinds of events that a webhook may want, and those that it wants, as they are stored.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { WebhookRow } from './webhooks.store.ts';

const pullRequestKinds = [
  'opened',
  'commented',
  'update',
  'rebase',
  'reviewers',
  'approve',
  'changes',
  'withdraw',
  'merge',
  'abandon',
  'reopen',
];
/** Of projects alone: repositories belong to no tracker. */
export const codeEventKinds: readonly string[] = [
  'git-push',
  ...pullRequestKinds.map((kind) => `pull-request-${kind}`),
];

const readStored = storedJson(Type.Array(Type.String()));

/** undefined: all kinds. */
export const kindsOf = ({ id, kinds_json: json }: Pick<WebhookRow, 'id' | 'kinds_json'>): string[] | undefined =>
  json === null ? undefined : readStored(json, `kinds of webhook ${id}`);
