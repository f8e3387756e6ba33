// Wire shape of the platform's banner (reference page 90).
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';

export const PlatformBanner = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: 2000, description: 'Text, or HTML that a reader cleans.' }),
    importance: Type.Enum(['standard', 'warning', 'critical'] as const),
    expiration_date: Type.Optional(
      Nullable(Type.String({ description: 'When it goes away by itself, ISO 8601, in the future; null: never.' })),
    ),
  },
  { title: 'PlatformBanner' },
);
