// What settings mean and allow, in the language of the page.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentLanguage } from '../../../../platform/i18n.ts';

interface SettingTexts {
  meanings: Readonly<Record<string, string>>;
  hints: Readonly<Record<string, string>>;
}

async function readFrench(): Promise<SettingTexts> {
  const [{ settingMeanings: meanings }, { settingHints: hints }] = await Promise.all([
    import('../../../../locales/fr/setting-meanings.ts'),
    import('../../../../locales/fr/setting-hints.ts'),
  ]);
  return { meanings, hints };
}

export const settingTextsQuery = () => {
  const language = currentLanguage();
  return queryOptions({
    queryKey: ['setting meanings', language],
    queryFn: async () => (language === 'fr' ? readFrench() : { meanings: {}, hints: {} }),
    staleTime: Infinity,
    throwOnError: true,
  });
};

/** Meanings by name, and what is allowed by the words of the server; none in English. undefined until they are read. */
export const useSettingTexts = (): SettingTexts | undefined => useQuery(settingTextsQuery()).data;
