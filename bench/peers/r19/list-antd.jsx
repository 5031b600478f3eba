import { createRoot } from 'react-dom/client';
import { Table } from 'antd';
import { registerList } from '../../browser/register.js';
let ref;
registerList({
  name: 'l-antd',
  mount(m, root) {
    const columns = m.columns.map((c) => ({
      title: c.title,
      dataIndex: c.key,
      key: c.key,
      width: 98,
    }));
    root.style.width = '1200px';
    createRoot(root).render(
      <Table
        ref={(r) => {
          ref = r;
        }}
        virtual
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 1176, y: 800 }}
        columns={columns}
        dataSource={m.data}
      />,
    );
  },
  hasRow: (r) =>
    [...document.querySelectorAll('.ant-table-cell')].some((e) => e.textContent === `r${r}c0`),
  scroller: () => document.querySelector('.ant-table-tbody-virtual-holder'),
  scrollTo: (y) => ref.scrollTo({ top: y }),
});
