// Wire shape of what everybody may know of a site.
import { Type } from 'typebox';
import { LegalName } from '../legal/index.ts';
import { SiteLogo } from '../logo/index.ts';
import { PlatformBanner } from '../banner/index.ts';
import { Nullable } from '../../platform/http/index.ts';

export const SiteInformation = Type.Object(
  {
    name: Type.String(),
    organisation: Type.String(),
    logo: Nullable(SiteLogo),
    version: Type.String(),
    language: Type.String({ description: 'Of people who chose none, such as en.' }),
    languages: Type.Array(Type.String()),
    time_zone: Type.String({ description: 'IANA name, of people who chose none.' }),
    access_mode: Type.Enum(['anonymous', 'regular', 'restricted'] as const),
    registration: Type.Object({ is_open: Type.Boolean(), needs_approval: Type.Boolean() }),
    password: Type.Object({
      length_min: Type.Integer(),
      length_max: Type.Integer(),
      lifetime_days: Type.Integer({ description: '0: none.' }),
    }),
    sends_mail: Type.Boolean({ description: 'Whether links can be mailed, such as to a new password.' }),
    theme_variants: Type.Array(Type.String()),
    default_theme_variant: Type.String(),
    limits: Type.Object({ upload_bytes: Type.Integer() }),
    banner: Nullable(PlatformBanner),
    legal_texts: Type.Array(LegalName, { description: 'Those that the site has: see GET /legal_texts/:name.' }),
  },
  { title: 'SiteInformation' },
);
