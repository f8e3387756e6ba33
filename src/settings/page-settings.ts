// Settings of the web pages, named as the origin names them.
import { choice, list, text } from './declare.ts';
import { readThemeVariant, themeVariants } from './theme-variants.ts';

const OWN = 'Tepal 0.1';

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const pageSettings = {
  sys_name: text({
    group: 'look',
    default: 'Tepal',
    allowed: 'any text',
    accepts: (value) => value.trim() !== '',
    since: OWN,
    live: true,
    meaning: 'Name of the site, shown on its pages',
  }),
  sys_org_name: text({
    group: 'look',
    default: '',
    allowed: 'any text, or empty',
    accepts: () => true,
    since: OWN,
    live: true,
    meaning: 'Organisation that runs the site',
  }),
  sys_lang: choice({
    group: 'look',
    choices: ['en_US', 'fr_FR'],
    default: 'en_US',
    since: OWN,
    live: true,
    meaning: 'Language of the pages for people who chose none and whose browser asks for none of the available ones',
  }),
  sys_supported_languages: list({
    group: 'look',
    default: ['en_US', 'fr_FR'],
    allowed: 'a comma separated list of en_US, fr_FR',
    accepts: (item) => item === 'en_US' || item === 'fr_FR',
    since: OWN,
    live: true,
    meaning: 'Languages that people can choose',
  }),
  sys_server_timezone: text({
    group: 'look',
    default: 'UTC',
    allowed: 'a time zone such as Europe/Paris',
    accepts: isTimeZone,
    since: OWN,
    live: true,
    meaning: 'Time zone of the pages for people who chose none',
  }),
  sys_available_theme_variants: list({
    group: 'look',
    default: themeVariants,
    allowed: `a comma separated list of ${themeVariants.join(', ')}; empty for all of them`,
    accepts: (item) => readThemeVariant(item) !== undefined,
    since: '7.3',
    live: true,
    meaning: 'Colours of the pages that people can choose (preference theme_variant)',
  }),
  sys_default_theme_variant: text({
    group: 'look',
    default: '',
    allowed: `one of ${themeVariants.join(', ')}; empty for the first one that people may choose`,
    accepts: (value) => value === '' || readThemeVariant(value) !== undefined,
    since: '7.3',
    live: true,
    meaning: 'Colour of the pages for people who chose none. An unavailable colour counts as empty',
  }),
};
