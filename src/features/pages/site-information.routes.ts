// What everybody may know of a site, signed in or not: pages need it before anything else.
import type { Static } from 'typebox';
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { defaultThemeVariant, listThemeVariants } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { Banners } from '../banner/index.ts';
import type { LegalTexts } from '../legal/index.ts';
import type { Logos } from '../logo/index.ts';
import { passwordLengthMax, passwordLengthMin } from '../people/index.ts';
import type { Caller } from '../people/index.ts';
import { programVersion } from '../site/index.ts';
import type { SiteService } from '../site/index.ts';
import { SiteInformation } from './site-information.schema.ts';

const describe = (
  settings: Settings,
  version: Pick<Static<typeof SiteInformation>, 'banner' | 'legal_texts' | 'logo'>,
) => ({
  name: settings.sys_name,
  organisation: settings.sys_org_name,
  version: programVersion,
  language: settings.sys_lang.slice(0, 2),
  languages: settings.sys_supported_languages.map((name) => name.slice(0, 2)),
  time_zone: settings.sys_server_timezone,
  access_mode: settings.access_mode,
  registration: { is_open: settings.sys_use_user_registration, needs_approval: settings.sys_user_approval },
  password: {
    length_min: passwordLengthMin,
    length_max: passwordLengthMax,
    lifetime_days: settings.sys_password_lifetime,
  },
  sends_mail: settings.mail_transport !== 'none',
  theme_variants: listThemeVariants(settings),
  default_theme_variant: defaultThemeVariant(settings),
  limits: { upload_bytes: settings.sys_max_size_upload },
  ...version,
});

interface Deps {
  site: SiteService;
  banners: Banners;
  legalTexts: LegalTexts;
  logos: Logos;
}

export const siteInformationRoutes = ({ site, banners, legalTexts, logos }: Deps): Route<Caller>[] => [
  routesFor<Caller>()({
    method: 'GET',
    url: '/site',
    access: 'public',
    kind: 'single',
    tag: 'Server',
    summary:
      'Public information about the site: name, logo, languages, registration, themes, limits, banner, legal texts',
    responses: { 200: SiteInformation },
    async handler() {
      const { settings } = await site.current();
      const banner = (await banners.find()) ?? null;
      const logo = (await logos.find()) ?? null;
      return { body: describe(settings, { banner, logo, legal_texts: await legalTexts.listNames() }) };
    },
  }),
];
