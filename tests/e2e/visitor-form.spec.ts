import { choosesOption, expect, PASSWORD, test, type Person } from './fixtures.ts';
import { hasReadableContrast, fitsTheScreen, isAccessible, Reader } from './reader.ts';
import {
  callOf,
  type CallId,
  type DataOf,
  type FormBody,
  type InputOf,
} from '../../src/contract/index.ts';

test.describe.configure({ mode: 'parallel' });

const PHONE = { width: 390, height: 844 };
const url = (path: string): string => (process.env['HUOZI_URL'] ?? '') + path;

/** The builder, who is not at the screen: an object of visits of its own, and a form over it. */
class Workshop {
  private constructor(
    private readonly headers: Record<string, string>,
    readonly object: string,
    readonly label: string,
    readonly appId: string,
  ) {}

  static async opens(): Promise<Workshop> {
    const stamp = `${Date.now() % 1_000_000_000}${Math.floor(Math.random() * 100)}`;
    const entered = await Workshop.ask(
      'upm.anno.signIn',
      { account: 'builder', password: PASSWORD },
      {},
    );
    const headers = {
      token: entered.token,
      userid: entered.userid,
      tenant: entered.tenant,
      regionid: entered.regionId,
    };
    const [app] = await Workshop.ask(
      'bizmeta.app.list',
      { includeProjectAuth: true, describeListScope: 'include_all_obj' },
      headers,
    );
    const workshop = new Workshop(headers, `visit${stamp}`, `到访 ${stamp}`, app!.id);
    await workshop.makesObject();
    return workshop;
  }
  private static async ask<I extends CallId>(
    id: I,
    input: InputOf<I>,
    headers: Record<string, string>,
  ): Promise<DataOf<I>> {
    const response = await fetch(url(callOf(id).path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    const { code, data, msg } = (await response.json()) as {
      code: number;
      data: DataOf<I>;
      msg: string;
    };
    if (code !== 200) throw new Error(`${id}: ${msg}`);
    return data;
  }
  private async makesObject(): Promise<void> {
    const options = ['上门', '到店'].map((label, at) => ({ code: `k${at}`, label }));
    await Workshop.ask(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: this.object,
          label: this.label,
          appId: this.appId,
          fields: [
            { apiName: 'title', label: '称呼', type: 'text', required: true },
            { apiName: 'kind', label: '方式', type: 'singleSelect', options },
            { apiName: 'day', label: '日期', type: 'date' },
            { apiName: 'area', label: '所在地区', type: 'area' },
            { apiName: 'people', label: '人数', type: 'integer' },
            { apiName: 'note', label: '备注', type: 'longText' },
          ],
        },
      },
      this.headers,
    );
  }
  /** Publishes a form for members; answers its id. */
  async publishes(name: string, body: Partial<FormBody> = {}): Promise<string> {
    const items = (...names: string[]) => [
      { items: names.map((field) => ({ kind: 'field' as const, field })) },
    ];
    const made = await Workshop.ask(
      'bizmeta.smartform.create',
      {
        object: this.object,
        name,
        body: {
          terminal: 'both',
          layout: {
            pages: [
              { title: '到访人', sections: items('title', 'kind') },
              { title: '行程', sections: items('day', 'area', 'people') },
            ],
          },
          rules: [],
          publish: { mode: 'member', allowEdit: 'untilLocked' },
          validations: [
            {
              expr: `people is null or people < 50 or day is not null`,
              message: '50 人以上请先定下日期',
            },
          ],
          ...body,
        },
      },
      this.headers,
    );
    return (
      await Workshop.ask(
        'bizmeta.smartform.publish',
        { id: made.id, version: made.version },
        this.headers,
      )
    ).id;
  }
}

/** A member who looks after what they have submitted. */
const opensOwn = async (person: Person): Promise<void> => {
  await person.goesTo('/main/forms');
  await person.page.getByRole('tab', { name: '我的提交' }).click();
};

test('a member fills in a form in the shell, finds it among their submissions and changes it', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const workshop = await Workshop.opens();
  const form = `到访登记 ${workshop.object}`;
  await workshop.publishes(form);
  await person.isSignedIn('user');
  await person.goesTo('/main');

  await test.step('finds the form among those to fill in', async () => {
    await page.getByRole('link', { name: '表单', exact: true }).click();
    await isAccessible(person);
    await page.getByRole('link', { name: `填写${form}` }).click();
    await person.readsHeading(form);
    await person.isAt(new RegExp(`/${workshop.object}/form/[0-9a-f-]{36}$`));
  });
  await test.step('goes step by step; what the form asks as a whole is said at its head, with ways to the fields', async () => {
    await page.getByRole('button', { name: '下一步' }).click();
    await person.sees('请填写称呼');
    await page.getByRole('textbox', { name: '称呼' }).fill('王先生');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByLabel('人数').fill('80');
    await page.getByRole('button', { name: '提交' }).click();
    await person.sees(/50 人以上请先定下日期/);
    await page.getByRole('alert').getByRole('button', { name: '日期' }).click();
    await expect(page.getByRole('textbox', { name: '日期' })).toBeFocused();
    await page.getByRole('textbox', { name: '日期' }).fill('2026-12-24');
    await page.getByRole('button', { name: '提交' }).click();
    await person.readsHeading('提交成功');
  });
  await test.step('sees it in its list and reads it', async () => {
    await page.getByRole('button', { name: '我的提交' }).click();
    await person.sees('已提交');
    await isAccessible(person);
    await page.getByRole('link', { name: '王先生' }).first().click();
    await person.readsHeading(form);
    await person.sees('2026-12-24');
  });
  await test.step('changes it, and the list shows it', async () => {
    await page.getByRole('button', { name: '修改', exact: true }).click();
    await person.sees('正在修改已提交的内容');
    await page.getByRole('textbox', { name: '称呼' }).fill('王女士');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('button', { name: '提交' }).click();
    await person.readsHeading('提交成功');
    await opensOwn(person);
    await expect(page.getByRole('link', { name: '王女士' }).first()).toBeVisible();
    await person.sees('已修改');
  });
  await test.step('leaves a form half done: is asked, and finds it again', async () => {
    await page.getByRole('tab', { name: '可以填写' }).click();
    await page.getByRole('link', { name: `填写${form}` }).click();
    await page.getByRole('textbox', { name: '称呼' }).fill('没写完');
    await page.getByRole('link', { name: '首页' }).click();
    await person.sees('有未保存的内容，离开后将丢失。');
    await page.getByRole('button', { name: '离开' }).click();
    await person.isAt(/^\/main$/);
    await page.goBack();
    await person.sees(/已恢复上次没有提交的内容/);
    await expect(page.getByRole('textbox', { name: '称呼' })).toHaveValue('没写完');
  });
});

test('a member fills in a form on a phone: every selector is a page, the way on is at the bottom', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  await page.setViewportSize(PHONE);
  const workshop = await Workshop.opens();
  const id = await workshop.publishes('手机登记');
  await person.isSignedIn('user');
  await person.goesTo(`/app/${workshop.appId}/${workshop.object}/form/${id}`);
  await person.sees('第 1 步，共 2 步');
  const next = page.getByRole('button', { name: '下一步' });
  await expect
    .poll(async () => {
      const at = await next.boundingBox();
      return at && at.y + at.height > PHONE.height - 40 && at.height >= 44;
    })
    .toBe(true);
  await isAccessible(person);
  await hasReadableContrast(person);

  await page.getByRole('textbox', { name: '称呼' }).fill('手机上的人');
  await page.getByRole('combobox', { name: '方式' }).click();
  const sheet = page.getByRole('dialog', { name: '方式' });
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(PHONE.height);
  await isAccessible(person);
  await sheet.getByRole('option', { name: '到店' }).click();
  await next.click();
  await page.getByRole('textbox', { name: '日期' }).click();
  await expect
    .poll(async () => (await page.getByRole('dialog', { name: '日期' }).boundingBox())?.height)
    .toBe(PHONE.height);
  await page
    .getByRole('dialog', { name: '日期' })
    .getByRole('button', { name: '今天', exact: true })
    .click();
  await page.getByRole('combobox', { name: '所在地区' }).click();
  await page.getByRole('treeitem', { name: '浙江省' }).click();
  await page.getByRole('treeitem', { name: '杭州市' }).click();
  await page.getByRole('treeitem', { name: '西湖区' }).click();
  await fitsTheScreen(person);
  await page.getByRole('button', { name: '提交' }).click();
  await person.readsHeading('提交成功');
  await opensOwn(person);
  await page.getByRole('link', { name: '手机上的人' }).first().click();
  await person.sees('浙江省 / 杭州市 / 西湖区');
  await fitsTheScreen(person);
});

test('a view that is filled in takes one record after another, by the fields or by a form', async ({
  person,
}) => {
  test.slow();
  const { page } = person;
  const workshop = await Workshop.opens();
  await workshop.publishes('前台登记', {
    validations: [],
    layout: { pages: [{ sections: [{ items: [{ kind: 'field', field: 'title' }] }] }] },
  });
  const visits = new Reader(page, workshop.label);
  await person.isSignedIn('user');
  await person.goesTo(`/app/${workshop.appId}/${workshop.object}`);

  await test.step('makes the view', async () => {
    await page.getByRole('button', { name: '新建视图' }).click();
    const panel = page.getByRole('dialog', { name: '新建视图' });
    await panel.getByRole('radio', { name: '填写' }).click();
    await panel.getByLabel('名称').fill('现场登记');
    await panel.getByRole('button', { name: '新建', exact: true }).click();
    await person.readsHeading(`填写${workshop.label}`);
    await expect(page.getByRole('button', { name: '新建', exact: true })).toHaveCount(0);
    await isAccessible(person);
  });
  await test.step('writes two records in a row, the keyboard never far from the first field', async () => {
    for (const [at, name] of ['甲', '乙'].entries()) {
      await expect(page.getByRole('textbox', { name: '称呼' })).toBeFocused();
      await page.getByRole('textbox', { name: '称呼' }).fill(name);
      await page.getByRole('button', { name: '保存并填下一条' }).click();
      await person.sees(`已填 ${at + 1} 条`);
      await expect(page.getByRole('textbox', { name: '称呼' })).toHaveValue('');
    }
  });
  await test.step('asks for some fields only', async () => {
    await page.getByRole('button', { name: '设置', exact: true }).click();
    const settings = page.getByRole('group', { name: '要填的字段' });
    await settings.getByRole('checkbox', { name: '人数' }).check();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(settings).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: '备注' })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: '人数' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: '称呼' })).toBeVisible();
  });
  await test.step('fills in a form instead', async () => {
    await page.getByRole('button', { name: '设置', exact: true }).click();
    await choosesOption(page.getByRole('combobox', { name: '智能表单' }), '前台登记');
    await page.keyboard.press('Escape');
    await person.readsHeading('前台登记');
    await page.getByRole('textbox', { name: '称呼' }).fill('丙');
    await page.getByRole('button', { name: '提交' }).click();
    await person.readsHeading('提交成功');
    await page.getByRole('button', { name: '再填一份' }).click();
    await expect(page.getByRole('textbox', { name: '称呼' })).toHaveValue('');
    await page.getByRole('button', { name: '保存到视图' }).click();
    await expect(page.getByRole('button', { name: '保存到视图' })).toHaveCount(0);
  });
  await test.step('all three are in the list', async () => {
    await page.getByRole('tab', { name: '全部' }).click();
    for (const name of ['甲', '乙', '丙']) await expect(visits.row(name)).toBeVisible();
  });
  await test.step('the address of its own fills in as well, on a phone too', async () => {
    await page.setViewportSize(PHONE);
    await person.goesTo(`/app/${workshop.appId}/${workshop.object}/form`);
    await person.readsHeading(`填写${workshop.label}`);
    await fitsTheScreen(person);
    await hasReadableContrast(person);
  });
});
