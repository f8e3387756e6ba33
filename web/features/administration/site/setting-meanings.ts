// Meanings of settings in the language of the page.
import { useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../../../platform/i18n.ts';

/** Meanings by name, none in English, which the server says; undefined until they are read. */
export function useSettingMeanings(): Readonly<Record<string, string>> | undefined {
  const language = currentLanguage();
  const { data } = useQuery({
    queryKey: ['setting meanings', language],
    queryFn: async () =>
      language === 'fr' ? (await import('../../../locales/fr/setting-meanings.ts')).settingMeanings : {},
    staleTime: Infinity,
    throwOnError: true,
  });
  return data;
}
