// Wire shapes of webhooks.
import { Type } from 'typebox';
import { Closed, Nullable, ShownSecret, I18nMessage } from '../../../platform/http/index.ts';
import { artifactEvents } from '../../artifacts/index.ts';
import { MinimalUser } from '../../people/index.ts';
import { codeEventKinds } from './webhook-kinds.ts';

const url = Type.String({ maxLength: 2000, description: 'http or https, without user name and password.' });
const kinds = Nullable(
  Type.Array(Type.String(), {
    maxItems: artifactEvents.kinds.length + codeEventKinds.length,
    description: 'null: all kinds of what happens to artifacts.',
  }),
);

const webhook = {
  id: Type.Integer(),
  uri: Type.String(),
  url: Type.String(),
  kinds,
  project_id: Type.Integer(),
  tracker_id: Nullable(Type.Integer()),
  reader: MinimalUser,
  created_at: Type.String(),
  status: Type.String({ description: 'active or paused.' }),
  reason: Nullable(Type.String({ description: 'Why the server paused it.' })),
  i18n: Type.Optional(I18nMessage),
  position: Type.Integer({ description: 'Of the last event that was taken, or not meant for it.' }),
  failures: Type.Integer({ description: 'How often the next message has failed.' }),
  failing_since: Nullable(Type.String()),
  next_attempt_at: Nullable(Type.String()),
  former_secret_until: Nullable(Type.String({ description: 'Until then the secret before signs messages too.' })),
};

const shownOfWebhook = [...Object.keys(webhook), 'secret'];

export const NewWebhook = Closed({ url, kinds: Type.Optional(kinds) }, shownOfWebhook);

export const WebhookChange = Closed(
  {
    url: Type.Optional(url),
    kinds: Type.Optional(kinds),
    status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('paused')])),
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The events after it are sent, again or for the first time.' }),
    ),
    new_secret: Type.Optional(
      Closed(
        {
          overlap: Type.Integer({
            minimum: 0,
            maximum: 604_800,
            default: 86_400,
            description: 'For so many seconds the secret before signs too.',
          }),
        },
        [],
        { description: 'Has the server make another secret, which the answer tells.' },
      ),
    ),
  },
  shownOfWebhook,
);

export const Webhook = Type.Object(webhook, { title: 'Webhook' });

export const CreatedWebhook = Type.Object(
  { ...webhook, secret: ShownSecret({ description: 'Verifies signatures; shown this once.' }) },
  { title: 'CreatedWebhook' },
);

export const ChangedWebhook = Type.Object(
  {
    ...webhook,
    secret: Type.Optional(ShownSecret({ description: 'The new one, where one was asked for; shown this once.' })),
  },
  { title: 'ChangedWebhook' },
);

export const Delivery = Type.Object(
  {
    id: Type.Integer(),
    event: Nullable(Type.Integer({ description: 'Its id; null: a trial.' })),
    kind: Type.String(),
    at: Type.String(),
    duration_ms: Type.Integer(),
    http_status: Nullable(Type.Integer()),
    error: Nullable(Type.String({ description: 'null: the receiver took it.' })),
  },
  { title: 'WebhookDelivery' },
);

export const NewDelivery = Closed(
  {
    event: Type.Optional(Type.Integer({ description: 'Id of the event to send again; without it a trial is sent.' })),
  },
  Object.keys(Delivery.properties),
);
