// Wire shapes of the site's legal texts.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';

const textMaxCharacters = 100_000;

export const LegalName = Type.Enum(['terms', 'privacy'] as const, {
  description: 'terms: what people agree to by using the site; privacy: what becomes of what it knows of them.',
});
export const LegalNameParams = Type.Object({ name: LegalName });

export const NewLegalText = Type.Object({
  content: Type.String({ maxLength: textMaxCharacters, description: 'Markdown; empty: the site has no such text.' }),
});

export const LegalText = Type.Object(
  {
    name: LegalName,
    content: Type.String({ description: 'Markdown; empty where the site has no such text.' }),
    html: Type.String(),
    changed_at: Nullable(Type.String()),
  },
  { title: 'LegalText' },
);
