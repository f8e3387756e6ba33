// Wire shape of system events (reference pages 90 and 96).
import { Type } from 'typebox';

export const systemEventStatuses = ['new', 'done', 'warning', 'error', 'running'] as const;

export type SystemEventStatus = (typeof systemEventStatuses)[number];

export const SystemEvent = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String({ description: 'What is done, such as ROOT_DAILY.' }),
    status: Type.String({
      description: 'NEW, RUNNING, DONE, WARNING (failed, will be tried again) or ERROR (given up).',
    }),
    owner: Type.String(),
    log: Type.String({ description: 'Why the last attempt failed; empty where none did.' }),
  },
  { title: 'SystemEvent' },
);
