// The kinds of events that a webhook wants, as they are stored.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { WebhookRow } from './webhooks.store.ts';

const readStored = storedJson(Type.Array(Type.String()));

/** undefined: all kinds. */
export const kindsOf = ({ id, kinds_json: json }: Pick<WebhookRow, 'id' | 'kinds_json'>): string[] | undefined =>
  json === null ? undefined : readStored(json, `kinds of webhook ${id}`);
