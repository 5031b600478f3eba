-- Expressions read a percentage as its ratio. What is stored is rewritten by the program, since it has to be parsed:
-- src/server/bizmeta/meta/percent-ratios.ts.
select 1;
