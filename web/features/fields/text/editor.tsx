// Editors of texts.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { numberIn, recordIn } from '../../../platform/parse-unknown.ts';
import { usePictures } from '../../../ui/files/pictures.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { MarkdownField } from '../../../ui/markdown/markdown-field.tsx';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import type { Field } from '../shapes.ts';
import type { LineEdit, TextEdit } from './text-edits.ts';

const lettersMax = (field: Field): number | undefined =>
  numberIn(recordIn(field, 'specific_properties'), 'maxchars') || undefined;

export function LineEditor(props: EditorProps<LineEdit>): ReactNode {
  const { edit, onChange, field } = props;
  return (
    <TextField
      {...labelled(props)}
      value={edit.text}
      onChange={(text) => onChange({ kind: 'line', text })}
      {...(lettersMax(field) === undefined ? {} : { maxLength: lettersMax(field) })}
    />
  );
}

export function TextEditor(props: EditorProps<TextEdit>): ReactNode {
  const { edit, onChange, form } = props;
  const change = (text: string): void => onChange({ ...edit, text });
  const pictures = usePictures(form.files?.field, (file) => form.files?.add(file));
  if (edit.format === 'commonmark' || edit.format === 'html')
    return (
      <>
        <MarkdownField
          {...labelled(props)}
          format={edit.format}
          value={edit.text}
          onChange={change}
          projectId={form.projectId}
          rows={8}
          onSend={() => form.save([props.field.field_id])}
          {...(pictures.onFiles === undefined ? {} : { onFiles: pictures.onFiles })}
        />
        {pictures.list}
      </>
    );
  return <TextField {...labelled(props)} hint={t('form.text.plain')} value={edit.text} onChange={change} rows={8} />;
}
