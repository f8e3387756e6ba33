// Who one is on this site: picture, name, address, language, time zone.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLanguage, isLanguage, languages, t } from '../../../platform/i18n.ts';
import { useSelf, useSite } from '../../../platform/session.ts';
import type { Self } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { useChangeSelf } from './account-state.ts';
import { EmailForm } from './email-form.tsx';
import { localeOf } from './locales.ts';
import css from '../people.module.css';
import { Picture } from './picture.tsx';
import { Section } from './section.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

function NameForm({ self }: { self: Self }): ReactNode {
  const change = useChangeSelf();
  const [name, setName] = useState(self.real_name ?? '');
  const { submit, problem } = useSubmit({ toast: t('account.saved') });
  const isFixed = self.is_in_directory === true;
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(() => change({ real_name: name.trim() }));
      }}
    >
      <div className={css.pair}>
        <TextField
          label={t('account.realName')}
          value={name}
          onChange={setName}
          autoComplete="name"
          isReadOnly={isFixed}
          hint={isFixed ? t('account.inDirectory') : undefined}
          error={problem}
          isRequired
        />
        <TextField
          label={t('account.username')}
          value={self.username ?? ''}
          isReadOnly
          hint={t('account.usernameFixed')}
        />
      </div>
      <div>
        <Button type="submit" isDisabled={isFixed || name.trim() === '' || name.trim() === self.real_name}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

function Region({ self }: { self: Self }): ReactNode {
  const site = useSite();
  const change = useChangeSelf();
  const { submit } = useSubmit({ errors: 'toast' });
  const save = async (values: { locale?: string; timezone?: string }): Promise<void> => {
    // Texts and dates of the whole page follow.
    if (await submit(() => change(values))) location.reload();
  };
  return (
    <div className={css.pair}>
      <Select
        label={t('people.language')}
        value={currentLanguage()}
        choices={site.languages.filter((id) => isLanguage(id)).map((id) => ({ id, label: languages[id] }))}
        onChange={(id) => void save({ locale: localeOf(id) })}
      />
      <TimeZoneField
        value={self.timezone ?? site.time_zone}
        onChange={(timezone) => void save({ timezone })}
        hint={t('account.timeZoneHint')}
      />
    </div>
  );
}

export function ProfilePage(): ReactNode {
  const self = useSelf();
  if (self === undefined) return null;
  return (
    <>
      <Section title={t('account.picture')} hint={t('account.pictureHint')}>
        <Picture self={self} />
      </Section>
      <Section title={t('account.name')}>
        <NameForm key={self.real_name} self={self} />
      </Section>
      <Section title={t('account.email')} hint={t('account.emailHint')}>
        <EmailForm self={self} />
      </Section>
      <Section title={t('account.region')}>
        <Region self={self} />
      </Section>
    </>
  );
}
