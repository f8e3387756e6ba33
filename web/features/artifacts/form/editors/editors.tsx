// The editor of a field, by what it holds.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, CheckboxGroup, Radio, RadioGroup } from 'react-aria-components';
import { Check } from 'lucide-react';
import { ownPath } from '../../../../platform/addresses.ts';
import { t } from '../../../../platform/i18n.ts';
import { numberIn, recordIn } from '../../../../platform/parse-unknown.ts';
import type { Choice } from '../../../../ui/pickers/choices.ts';
import { Checkbox, TextField } from '../../../../ui/forms/fields.tsx';
import { Below, FieldLabel } from '../../../../ui/pickers/field-texts.tsx';
import { MarkdownField } from '../../../../ui/markdown/markdown-field.tsx';
import { PeopleField } from '../../../../ui/pickers/people-pickers.tsx';
import { LabelsField, PickField, TagsField } from '../../../../ui/pickers/pickers.tsx';
import { RestingDate } from '../../../../ui/dates/deferred-date.tsx';
import { Loading } from '../../../../ui/feedback/async-states.tsx';
import { Avatar } from '../../../../ui/avatar.tsx';
import ui from '../../../../ui/ui.module.css';
import { choicesFor, isOpenForPeople } from './choices.ts';
import { groupsOf, noneId } from '../edits.ts';
import type { Field } from '../edits.ts';
import type { EditorProps } from './editor-props.ts';
import css from '../form.module.css';
import { useForm } from '../model.ts';
import { usePictures } from './pictures.tsx';
import { lazy } from '../../../../ui/lazy.tsx';
import { fieldIs } from '../../../fields/index.ts';
import { fieldTypeOf } from '../../../fields/index.ts';

const whileLoading = { Fallback: (): ReactNode => <Loading lines={2} /> };

const DateField = lazy(async () => (await import('../../../../ui/dates/dates.tsx')).DateField, whileLoading);
const LinkEditor = lazy(async () => (await import('../linking/link-editor.tsx')).LinkEditor, whileLoading);
const FileEditor = lazy(async () => (await import('./file-editor.tsx')).FileEditor, whileLoading);
const StepsEditor = lazy(async () => (await import('./steps-editor.tsx')).StepsEditor, whileLoading);

const labelled = ({ field, error, autoFocus }: Pick<EditorProps, 'field' | 'error' | 'autoFocus'>) => ({
  label: field.label,
  hint: field.description === '' ? undefined : field.description,
  isRequired: field.required,
  error,
  autoFocus,
});

function TextEditor(props: EditorProps<'text'>): ReactNode {
  const { edit, onChange } = props;
  const { projectId, save, tracker, whyNot, currentOf, change: changeField } = useForm();
  const change = (text: string): void => onChange({ ...edit, text });
  const files = tracker.fields.find((field) => fieldIs.files(field) && whyNot(field) === undefined);
  const pictures = usePictures(files, (file) => {
    const held = files && currentOf(files.field_id);
    if (held?.kind === 'files') changeField(files?.field_id ?? 0, { kind: 'files', files: [...held.files, file] });
  });
  if (edit.format === 'commonmark')
    return (
      <>
        <MarkdownField
          {...labelled(props)}
          value={edit.text}
          onChange={change}
          projectId={projectId}
          rows={8}
          onSend={() => save([props.field.field_id])}
          {...(pictures.onFiles === undefined ? {} : { onFiles: pictures.onFiles })}
        />
        {pictures.list}
      </>
    );
  return (
    <TextField
      {...labelled(props)}
      hint={t(edit.format === 'html' ? 'form.text.html' : 'form.text.plain')}
      value={edit.text}
      onChange={change}
      rows={8}
    />
  );
}

/** A few choices that are all to be seen. */
function RadioList({ choices, ...props }: EditorProps<'chosen'> & { choices: readonly Choice[] }): ReactNode {
  const { edit, onChange, field, error } = props;
  const all = field.required ? choices : [{ id: noneId, label: t('form.none') }, ...choices];
  return (
    <RadioGroup
      className={ui.field}
      value={edit.ids[0] ?? noneId}
      onChange={(id) => onChange({ kind: 'chosen', ids: id === noneId ? [] : [id] })}
      isInvalid={error !== undefined}
      isRequired={field.required}
      validationBehavior="aria"
    >
      <FieldLabel {...labelled(props)} />
      {all.map(({ id, label, picture }) => (
        <Radio key={id} value={id} className={`${ui.checkbox} ${css.radio}`}>
          <span className={css.ring} aria-hidden="true" />
          {picture !== undefined && <Avatar person={{ avatar_url: picture }} size={18} />}
          {label}
        </Radio>
      ))}
      <Below hint={labelled(props).hint} error={error} />
    </RadioGroup>
  );
}

function CheckboxList({ choices, ...props }: EditorProps<'chosen'> & { choices: readonly Choice[] }): ReactNode {
  const { edit, onChange, field, error } = props;
  return (
    <CheckboxGroup
      className={ui.field}
      value={[...edit.ids]}
      onChange={(ids) => onChange({ kind: 'chosen', ids })}
      isInvalid={error !== undefined}
      isRequired={field.required}
      validationBehavior="aria"
    >
      <FieldLabel {...labelled(props)} />
      {choices.map(({ id, label, picture }) => (
        <AriaCheckbox key={id} value={id} className={ui.checkbox}>
          {({ isSelected }) => (
            <>
              <span className={ui.box} aria-hidden="true">
                {isSelected && <Check size={12} />}
              </span>
              {picture !== undefined && <Avatar person={{ avatar_url: picture }} size={18} />}
              {label}
            </>
          )}
        </AriaCheckbox>
      ))}
      <Below hint={labelled(props).hint} error={error} />
    </CheckboxGroup>
  );
}

function ListEditor(props: EditorProps<'chosen'>): ReactNode {
  const { field, edit, onChange } = props;
  const { valueOf, allowedOf } = useForm();
  const allowed = allowedOf(field);
  const choices = choicesFor(field, valueOf(field.field_id), allowed, ownPath);
  const control = fieldTypeOf(field.type).list?.control;
  if (control === 'radios') return <RadioList {...props} choices={choices} />;
  if (control === 'boxes') return <CheckboxList {...props} choices={choices} />;
  if (control === 'picker')
    return (
      <PickField
        {...labelled(props)}
        choices={choices}
        value={edit.ids[0]}
        onChange={(id) => onChange({ kind: 'chosen', ids: id === undefined ? [] : [id] })}
        isClearable={!field.required && (allowed === undefined || allowed.has(noneId))}
        placeholder={t('form.none')}
      />
    );
  return (
    <TagsField
      {...labelled(props)}
      choices={choices}
      chosen={edit.ids.map((id) => choices.find((choice) => choice.id === id) ?? { id, label: id })}
      onChange={(chosen) => onChange({ kind: 'chosen', ids: chosen.map(({ id }) => id) })}
      placeholder={t('form.none')}
    />
  );
}

function LabelsEditor(props: EditorProps<'labels'>): ReactNode {
  const { field, edit, onChange } = props;
  if (isOpenForPeople(field))
    return (
      <PeopleField
        {...labelled(props)}
        people={edit.labels.map((label) => ({ id: label, label, username: label }))}
        onChange={(people) => onChange({ kind: 'labels', labels: people.map(({ username }) => username) })}
      />
    );
  return (
    <LabelsField
      {...labelled(props)}
      labels={edit.labels}
      onChange={(labels) => onChange({ kind: 'labels', labels })}
      suggestions={choicesFor(field, undefined, undefined, ownPath)}
    />
  );
}

function ComputedEditor(props: EditorProps<'computed'>): ReactNode {
  const { edit, onChange, field } = props;
  return (
    <div className={ui.stack}>
      <TextField
        {...labelled(props)}
        value={edit.text}
        onChange={(text) => onChange({ kind: 'computed', isAuto: false, text })}
        isDisabled={edit.isAuto}
        inputMode="decimal"
      />
      <Checkbox
        isSelected={edit.isAuto}
        onChange={(isAuto) => onChange({ ...edit, isAuto })}
        aria-label={`${field.label}: ${t('form.computed.auto')}`}
      >
        {t('form.computed.auto')}
      </Checkbox>
    </div>
  );
}

function GroupsEditor(props: EditorProps<'groups'>): ReactNode {
  const { field, edit, onChange } = props;
  const groups = groupsOf(field);
  return (
    <TagsField
      {...labelled(props)}
      hint={t('form.groups.hint')}
      placeholder={t('form.groups.everybody')}
      choices={groups}
      chosen={edit.ids.map((id) => groups.find((group) => group.id === id) ?? { id, label: id })}
      onChange={(chosen) => onChange({ kind: 'groups', ids: chosen.map(({ id }) => id) })}
    />
  );
}

function DayEditor(props: EditorProps<'date'>): ReactNode {
  const { edit, onChange, field } = props;
  // In place it is opened to be changed; what it is by then it stays.
  const [isOpened] = useState(props.autoFocus);
  const Day = isOpened ? DateField : RestingDate;
  return (
    <Day
      {...labelled(props)}
      value={edit.text}
      onChange={(text) => onChange({ kind: 'date', text })}
      withTime={field['is_time_displayed'] === true}
    />
  );
}

const lettersMax = (field: Field): number | undefined =>
  numberIn(recordIn(field, 'specific_properties'), 'maxchars') || undefined;

export function FieldEditor(props: EditorProps): ReactNode {
  const { edit, onChange, field } = props;
  switch (edit.kind) {
    case 'line':
      return (
        <TextField
          {...labelled(props)}
          value={edit.text}
          onChange={(text) => onChange({ kind: 'line', text })}
          {...(lettersMax(field) === undefined ? {} : { maxLength: lettersMax(field) })}
        />
      );
    case 'number':
      return (
        <TextField
          {...labelled(props)}
          value={edit.text}
          onChange={(text) => onChange({ kind: 'number', text })}
          inputMode="decimal"
        />
      );
    case 'text':
      return <TextEditor {...props} edit={edit} />;
    case 'date':
      return <DayEditor {...props} edit={edit} />;
    case 'chosen':
      return <ListEditor {...props} edit={edit} />;
    case 'labels':
      return <LabelsEditor {...props} edit={edit} />;
    case 'computed':
      return <ComputedEditor {...props} edit={edit} />;
    case 'groups':
      return <GroupsEditor {...props} edit={edit} />;
    case 'links':
      return <LinkEditor {...props} edit={edit} />;
    case 'files':
      return <FileEditor {...props} edit={edit} />;
    case 'steps':
      return <StepsEditor {...props} edit={edit} />;
  }
}
