// Many accounts from a CSV file: what would become of each line is shown before any is made.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { useSite } from '../../../../platform/session.ts';
import { useI18nMessage } from '../../../../platform/errors/use-i18n-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../../ui/forms/fields.tsx';
import { Dialog } from '../../../../ui/overlays/overlays.tsx';
import { Notice } from '../../../../ui/feedback/async-states.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { FilePick } from '../../../../ui/files/text-file-field.tsx';
import { useDraft } from '../../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { MailOff } from '../mail-off.tsx';

type Line = Schemas['ImportedAccount'];

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  const sayI18n = useI18nMessage();
  return (
    <div className={`${ui.card} ${css.scroll} ${css.preview}`} role="region" aria-label={t('admin.lines')} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {[t('admin.line'), t('admin.userName'), t('admin.email'), t('admin.realName'), t('admin.outcome')].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, username, email, real_name: realName, problem, i18n }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{username}</td>
              <td>{email}</td>
              <td>{realName}</td>
              <td data-change={problem === null ? 'gains' : 'loses'}>
                {problem === null ? t('admin.willBeMade') : sayI18n(i18n, problem)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ImportAccounts({ onClose }: { onClose(): void }): ReactNode {
  const {
    values: { csv },
    change,
    drop,
  } = useDraft('import-accounts', { csv: '' });
  const [lines, setLines] = useState<readonly Line[]>();
  const { sends_mail: sendsMail } = useSite();
  const [invites, setInvites] = useState(sendsMail);
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/accounts']] });
  const edit = (text: string): void => {
    change({ csv: text });
    setLines(undefined);
  };
  const look = (): Promise<boolean> =>
    submit(
      async () => setLines(await take(api.POST('/account_imports', { body: { csv, is_dry_run: true } }))),
      t('admin.looked'),
    );
  const make = async (): Promise<void> => {
    const body = { csv, is_dry_run: false, sends_links: invites };
    const isDone = await submit(async () => {
      await take(api.POST('/account_imports', { body }));
      drop();
    }, t('admin.imported'));
    if (isDone) onClose();
  };
  const faults = lines?.filter((line) => line.problem !== null).length ?? 0;
  return (
    <Dialog title={t('admin.importAccounts')} isOpen isWide onClose={onClose}>
      <div className={ui.stack}>
        <p className={ui.soft}>{t('admin.importText')}</p>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <FilePick label={t('admin.csvFile')} accept=".csv,text/csv" onText={edit} />
        <TextField
          label={t('admin.csvText')}
          rows={6}
          value={csv}
          onChange={edit}
          placeholder="username,email,real_name"
        />
        {lines !== undefined && <Lines lines={lines} />}
        {faults > 0 && <Notice kind="warning">{t('admin.faults', { count: faults })}</Notice>}
        <MailOff />
        <Checkbox isSelected={invites} isDisabled={!sendsMail} onChange={setInvites}>
          {t('admin.invites')}
        </Checkbox>
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button isDisabled={csv.trim() === '' || isSending} onPress={() => void look()}>
            {t('admin.showLines')}
          </Button>
          <Button
            tone="primary"
            isDisabled={lines === undefined || faults > 0 || isSending}
            onPress={() => void make()}
          >
            {lines === undefined ? t('admin.import') : t('admin.importCount', { count: lines.length - faults })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
