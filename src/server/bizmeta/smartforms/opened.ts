import type {
  FormBody,
  ObjectDescribe,
  OpenedForm,
  ServedDocument,
} from '../../../contract/index.ts';
import { smartFormPage, type FormPageOptions, type PageDocument } from '../../../page/index.ts';
import { shownBody } from './fields.ts';

/** A page made of a form: its builders wrote it, so it may do what any page of a company may. */
export const servedForm = (document: PageDocument): ServedDocument => ({
  origin: 'company',
  allows: [],
  document,
});

interface OpenForm {
  readonly name: string;
  readonly formVersion: number;
  readonly allowEdit: boolean;
  /** Who submits may come back to see where it is. */
  readonly flows: boolean;
  readonly published: FormBody;
  /** As its visitor sees it. */
  readonly describe: ObjectDescribe;
}

/** The page to fill in a form, and what it needs while one does. */
export function openedForm(
  { published, flows, ...form }: OpenForm,
  where: FormPageOptions,
): OpenedForm {
  const { publish } = published;
  const { layout, ...body } = shownBody(published);
  const captcha = publish.captcha === true;
  const page = smartFormPage(
    { ...form, flows, captcha, body: { ...body, layout }, success: publish.successPage ?? {} },
    where,
  );
  return { ...form, state: 'open', captcha, body, page: servedForm(page) };
}
