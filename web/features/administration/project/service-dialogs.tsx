// Links of a project's own among its services: what they are, and their end.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from './project-administration.layout.tsx';

type Service = Schemas['ProjectService'];

/** Names of the API, with keys of texts. */
const icons = [
  { id: '', name: 'services.icon.link' },
  { id: 'fas fa-book', name: 'services.icon.book' },
  { id: 'fas fa-bug', name: 'services.icon.bug' },
  { id: 'fas fa-chart-line', name: 'services.icon.chart' },
  { id: 'fas fa-cloud', name: 'services.icon.cloud' },
  { id: 'fas fa-comments', name: 'services.icon.talk' },
  { id: 'fas fa-life-ring', name: 'services.icon.help' },
  { id: 'fas fa-video', name: 'services.icon.video' },
] as const;

/** Select has no empty id. */
const plainLink = 'link';

interface LinkProps {
  /** undefined: a new one. */
  service: Service | undefined;
  onClose(): void;
}

export function LinkDialog({ service, onClose }: LinkProps): ReactNode {
  const { id } = useProject();
  const [label, setLabel] = useState(service?.label ?? '');
  const [address, setAddress] = useState(service?.service_url ?? '');
  const [icon, setIcon] = useState(icons.find((one) => one.id === service?.icon)?.id ?? '');
  const [isInNewTab, setInNewTab] = useState(service?.is_in_new_tab ?? false);
  const body = { label: label.trim(), service_url: address.trim(), icon, is_in_new_tab: isInNewTab };
  const save = (): Promise<unknown> =>
    service === undefined
      ? take(api.POST('/projects/{id}/project_services', { params: { path: { id } }, body }))
      : settle(api.PUT('/project_services/{id}', { params: { path: { id: service.id } }, body }));
  return (
    <FormDialog
      title={service === undefined ? t('services.new') : t('admin.changeOne', { name: service.label })}
      action={t('ui.save')}
      isReady={body.label !== '' && body.service_url !== ''}
      invalidates={[['/projects', id, 'services']]}
      onClose={onClose}
      send={save}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
      <TextField
        label={t('services.address')}
        hint={t('services.addressHint')}
        isRequired
        value={address}
        onChange={setAddress}
      />
      <Select
        label={t('services.icon')}
        choices={icons.map((one) => ({ id: one.id === '' ? plainLink : one.id, label: t(one.name) }))}
        value={icon === '' ? plainLink : icon}
        onChange={(chosen) => setIcon(icons.find((one) => one.id === chosen)?.id ?? '')}
      />
      <Checkbox isSelected={isInNewTab} onChange={setInNewTab}>
        {t('services.newTab')}
      </Checkbox>
    </FormDialog>
  );
}

export function LinkRemoval({ service, onClose }: { service: Service; onClose(): void }): ReactNode {
  const { id } = useProject();
  return (
    <FormDialog
      title={t('services.remove', { name: service.label })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={[['/projects', id, 'services']]}
      onClose={onClose}
      send={() => settle(api.DELETE('/project_services/{id}', { params: { path: { id: service.id } } }))}
    >
      <p>{t('services.removeText', { address: service.service_url })}</p>
    </FormDialog>
  );
}
