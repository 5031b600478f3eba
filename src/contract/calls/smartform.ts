import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { MAX_LABEL, MAX_PAGE_SIZE } from '../base/constants.ts';
import {
  AddressValues,
  FieldDescribe,
  MAX_ADDRESS_NAME,
  MAX_ADDRESS_VALUES,
  AttachmentRef,
  Id,
  Labels,
  RecordValues,
  ObjectRef,
  oneOf,
} from '../metadata/meta.ts';
import { CaptchaAnswer, CaptchaChallenge } from './captcha.ts';
import {
  FormDraft,
  FormPreview,
  OpenedForm,
  SmartForm,
  SmartFormHead,
} from '../metadata/smartform.ts';
import { FormOffer, SubmissionDetail, SubmissionHead } from '../metadata/submission.ts';
import { closed } from '../base/closed.ts';
import { FLOW_STATES } from '../base/flow-states.ts';

const version = Type.Integer({ minimum: 1 });
const name = Type.String({ maxLength: MAX_LABEL * 4 });
const path = '/bizmeta/v1/smartform';
/** null removes the password; left out it is unchanged. */
const password = Type.Optional(
  Type.Union([Type.String({ minLength: 4, maxLength: 64 }), Type.Null()]),
);

/** Smart forms, for builders. */
const builderCalls = [
  defineReading({
    id: 'bizmeta.smartform.list',
    method: 'POST',
    path: `${path}/list`,
    access: 'builder',
    summary: '对象的智能表单',
    body: Type.Object({ object: ObjectRef }, closed),
    data: Type.Array(SmartFormHead),
  }),
  defineReading({
    id: 'bizmeta.smartform.detail',
    method: 'POST',
    path: `${path}/detail`,
    access: 'builder',
    summary: '智能表单',
    body: Type.Object({ id: Id }, closed),
    data: SmartForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.create',
    method: 'POST',
    bodySize: 'document',
    path: `${path}/create`,
    access: 'builder',
    inPages: 'acts',
    summary: '新建智能表单',
    body: Type.Object(
      {
        object: ObjectRef,
        name,
        body: Type.Optional(FormDraft),
        requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: SmartForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.update',
    method: 'POST',
    bodySize: 'document',
    path: `${path}/update`,
    access: 'builder',
    inPages: 'acts',
    summary: '修改智能表单的草稿',
    body: Type.Object(
      { id: Id, version, name: Type.Optional(name), body: Type.Optional(FormDraft), password },
      closed,
    ),
    data: SmartForm,
  }),
  defineReading({
    id: 'bizmeta.smartform.preview',
    method: 'POST',
    bodySize: 'document',
    path: `${path}/preview`,
    access: 'builder',
    summary: '草稿的样子：页面、问题、规则的说明、与已发布的差别',
    body: Type.Object(
      { object: ObjectRef, id: Type.Optional(Id), name: Type.Optional(name), body: FormDraft },
      closed,
    ),
    data: FormPreview,
  }),
  defineCall({
    id: 'bizmeta.smartform.copy',
    method: 'POST',
    path: `${path}/copy`,
    access: 'builder',
    inPages: 'acts',
    summary: '复制智能表单',
    body: Type.Object({ id: Id, name: Type.Optional(name) }, closed),
    data: SmartForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.publish',
    method: 'POST',
    path: `${path}/publish`,
    access: 'builder',
    inPages: 'acts',
    summary: '发布智能表单，草稿成为新的版本',
    body: Type.Object({ id: Id, version }, closed),
    data: SmartForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.stop',
    method: 'POST',
    path: `${path}/stop`,
    access: 'builder',
    inPages: 'acts',
    summary: '停止收集',
    body: Type.Object({ id: Id }, closed),
    data: SmartForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.link',
    method: 'POST',
    path: `${path}/link`,
    access: 'builder',
    inPages: 'acts',
    summary: '更换或收回链接，原链接立即失效',
    body: Type.Object({ id: Id, revoke: Type.Optional(Type.Boolean()) }, closed),
    data: SmartForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.delete',
    method: 'POST',
    path: `${path}/delete`,
    access: 'builder',
    inPages: 'acts',
    summary: '删除智能表单，已收集的记录留下',
    body: Type.Object({ id: Id }, closed),
    data: Type.Null(),
  }),
  defineReading({
    id: 'bizmeta.form.addressLink',
    method: 'POST',
    path: `${path}/addressLink`,
    access: 'builder',
    summary: '打开时已填好一些字段的链接，表单或对象的填写页',
    body: Type.Object(
      {
        form: Type.Optional(Id),
        object: Type.Optional(ObjectRef),
        values: Type.Optional(
          Type.Array(
            Type.Object(
              {
                field: Type.String({ maxLength: MAX_ADDRESS_NAME }),
                value: Type.Optional(Type.Unknown()),
              },
              closed,
            ),
            { maxItems: MAX_ADDRESS_VALUES },
          ),
        ),
      },
      closed,
    ),
    // `path` is null without a link; `fields` are those the address may fill in, `values` an empty
    // line for each.
    data: Type.Object({
      path: Type.Union([Type.String(), Type.Null()]),
      fields: Type.Array(FieldDescribe),
      values: Type.Array(Type.Object({ field: Type.String() })),
    }),
  }),
] as const;

/**
 * Identifies a form to its visitor: its link, or its id for a member who may fill it in by name;
 * after a password the pass it returned.
 */
const key = {
  token: Type.String({ minLength: 1, maxLength: 100 }),
  pass: Type.Optional(Type.String({ maxLength: 200 })),
  visitor: Type.Optional(Type.String({ minLength: 16, maxLength: 64 })),
};
const editKey = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));
const address = Type.Optional(AddressValues);

/** Smart forms, for visitors. A token opens its own form and nothing else. */
const publicCalls = [
  defineReading({
    id: 'bizmeta.smartform.open',
    method: 'POST',
    path: `${path}/open`,
    access: 'anonymous',
    summary: '按链接打开表单',
    body: Type.Object({ ...key, editKey, address }, closed),
    data: OpenedForm,
  }),
  defineCall({
    id: 'bizmeta.smartform.unlock',
    method: 'POST',
    path: `${path}/unlock`,
    access: 'anonymous',
    inPages: 'acts',
    summary: '输入表单的密码',
    line: true,
    body: Type.Object({ token: key.token, password: Type.String({ maxLength: 64 }) }, closed),
    data: Type.Object({ pass: Type.String() }),
  }),
  defineCall({
    id: 'bizmeta.smartform.captcha',
    method: 'POST',
    path: `${path}/captcha`,
    access: 'anonymous',
    inPages: 'acts',
    summary: '表单的安全验证，一次有效',
    body: Type.Object(key, closed),
    data: CaptchaChallenge,
  }),
  defineCall({
    id: 'bizmeta.smartform.submit',
    method: 'POST',
    bodySize: 'record',
    path: `${path}/submit`,
    access: 'anonymous',
    inPages: 'acts',
    summary: '提交表单',
    body: Type.Object(
      {
        ...key,
        values: RecordValues,
        formVersion: Type.Integer(),
        requestId: Type.String({ minLength: 16, maxLength: 64 }),
        captcha: Type.Optional(Type.Union([Type.Null(), CaptchaAnswer])),
        editKey,
        /** Of an earlier submission: the record's version that was opened. */
        recordVersion: Type.Optional(Type.Integer({ minimum: 1 })),
        address,
      },
      closed,
    ),
    data: Type.Object({ editKey: Type.Union([Type.String(), Type.Null()]) }),
  }),
  defineReading({
    id: 'bizmeta.smartform.mine',
    method: 'POST',
    path: `${path}/mine`,
    access: 'anonymous',
    summary: '我的提交',
    body: Type.Object({ ...key, editKey }, closed),
    data: Type.Array(
      Type.Object({
        id: Id,
        at: Type.String(),
        values: RecordValues,
        labels: Labels,
        /** Of the record now; a change is sent with it. */
        version: Type.Integer(),
        canEdit: Type.Boolean(),
        /** Where the approval it started is. */
        flow: Type.Union([oneOf(FLOW_STATES), Type.Null()]),
      }),
    ),
  }),
  defineReading({
    id: 'bizmeta.smartform.lookup',
    method: 'POST',
    path: `${path}/lookup`,
    access: 'anonymous',
    summary: '在表单的关联字段中查找',
    body: Type.Object(
      { ...key, field: Type.String({ maxLength: 100 }), search: Type.String({ maxLength: 100 }) },
      closed,
    ),
    data: Type.Array(Type.Object({ id: Id, label: Type.String() })),
  }),
  defineCall({
    id: 'bizmeta.smartform.upload',
    method: 'POST',
    path: `${path}/upload`,
    access: 'anonymous',
    inPages: 'acts',
    summary: '上传表单的文件',
    bodyKind: 'multipart',
    query: Type.Object({ ...key, field: Type.String({ maxLength: 100 }) }),
    data: AttachmentRef,
  }),
] as const;

/**
 * A member's forms: those to fill in, and what they have submitted. Other members' submissions are
 * not accessible.
 */
const memberCalls = [
  defineReading({
    id: 'bizmeta.smartform.offers',
    method: 'POST',
    path: `${path}/offers`,
    access: 'member',
    summary: '我可以填写的表单',
    body: Type.Object({ object: Type.Optional(ObjectRef) }, closed),
    data: Type.Array(FormOffer),
  }),
  defineReading({
    id: 'bizmeta.smartform.submissions',
    method: 'POST',
    path: `${path}/submissions`,
    access: 'member',
    summary: '我的提交',
    body: Type.Object(
      {
        formId: Type.Optional(Id),
        current: Type.Optional(Type.Integer({ minimum: 1 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(SubmissionHead),
      total: Type.Integer(),
      current: Type.Integer(),
      size: Type.Integer(),
    }),
  }),
  defineReading({
    id: 'bizmeta.smartform.submission',
    method: 'POST',
    path: `${path}/submission`,
    access: 'member',
    summary: '我的一次提交',
    body: Type.Object({ id: Id }, closed),
    data: SubmissionDetail,
  }),
  defineReading({
    id: 'bizmeta.record.submission',
    method: 'POST',
    path: `${path}/ofRecord`,
    access: 'member',
    summary: '一条记录是用哪张表单、何时、在什么设备上填写的',
    body: Type.Object({ object: ObjectRef, recordId: Id }, closed),
    data: Type.Union([
      Type.Null(),
      Type.Object({
        form: Type.Object({ id: Id, name: Type.String() }),
        at: Type.String(),
        device: Type.String(),
      }),
    ]),
  }),
  defineReading({
    id: 'bizmeta.record.links',
    method: 'POST',
    path: `${path}/linksOfRecord`,
    access: 'member',
    summary: '一条记录的二维码可以打开什么：记录本身，或已填好这条记录的表单',
    body: Type.Object({ object: ObjectRef, recordId: Id }, closed),
    // `first` is the code of the one to begin with.
    data: Type.Object({
      links: Type.Array(
        Type.Object({ code: Type.String(), label: Type.String(), path: Type.String() }),
      ),
      first: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
] as const;

export const smartformCalls = [...builderCalls, ...publicCalls, ...memberCalls] as const;
