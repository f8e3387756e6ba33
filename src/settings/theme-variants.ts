// The colours of web pages that people may choose from (specification, section 9, release 7.3).
export const themeVariants = ['orange', 'blue', 'green', 'red', 'grey', 'purple'] as const;

type ThemeVariant = (typeof themeVariants)[number];

interface ThemeSettings {
  sys_available_theme_variants: readonly string[];
  sys_default_theme_variant: string;
}

/** The variant that a text names; also with the theme before it, as older installations have it: `FlamingParrot_Blue`. */
export const readThemeVariant = (text: string): ThemeVariant | undefined =>
  themeVariants.find((variant) => variant === text.replace(/^(?:Flaming|Burning)Parrot_/, '').toLowerCase());

/** The variants that people may choose, in the administrator's order; all of them where none is named. */
export function listThemeVariants({ sys_available_theme_variants: names }: ThemeSettings): ThemeVariant[] {
  const chosen = new Set(names.map(readThemeVariant).filter((variant) => variant !== undefined));
  return chosen.size === 0 ? [...themeVariants] : [...chosen];
}

/** The variant of those who did not choose: the administrator's where it is among those to choose from, else the first. */
export function defaultThemeVariant(settings: ThemeSettings): string {
  const offered = listThemeVariants(settings);
  const wanted = readThemeVariant(settings.sys_default_theme_variant);
  return offered.find((variant) => variant === wanted) ?? offered[0] ?? themeVariants[0];
}
