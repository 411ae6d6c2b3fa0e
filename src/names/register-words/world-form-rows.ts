/** Legal forms of other parts of the world, in the form of `form-rows.ts`. A translation of a form is on its line. */
export const worldFormRows = `
* | ltd | pvt ltd; private limited company; pte ltd; pte limited; pty ltd; pty limited; proprietary limited; ltd co; 有限公司; 有限责任公司; 有限責任公司; sdn bhd; sendirian berhad; co limited | ISO 20275
* | plc | berhad; bhd; pcl; public company limited | ISO 20275
* | llc | LLC; L.L.C.; limited liability company; ООО; общество с ограниченной ответственностью; ТОВ; товариство з обмеженою відповідальністю; ТзОВ; ТОО; товарищество с ограниченной ответственностью; MChJ; MMC | ISO 20275
* | inc | Inc.; incorporated | ISO 20275
* | corp | Corp.; corporation | ISO 20275
* | co | Co.; company; Cie; compagnie | ISO 20275
* | jsc | JSC; joint stock company; АО; акционерное общество | ISO 20275
* | pjsc | PJSC; public joint stock company; ПАО; публичное акционерное общество; ПАТ; публічне акціонерне товариство | ISO 20275
* | ojsc | OJSC; open joint stock company; ОАО; открытое акционерное общество | ISO 20275
* | cjsc | CJSC; closed joint stock company; ЗАО; закрытое акционерное общество | ISO 20275
* | prjsc | PrJSC; private joint stock company; ПрАТ; приватне акціонерне товариство | ISO 20275
* | nao | НАО; непубличное акционерное общество | ISO 20275
* | fgup | ФГУП; федеральное государственное унитарное предприятие | ISO 20275
* | ip | ИП; индивидуальный предприниматель | ISO 20275
* | ad | a.d.; akcionarsko društvo | ISO 20275
* | as | anonim şirketi; anonim şirket; A.Ş. | ISO 20275
* | ltdsti | Ltd. Şti.; limited şirketi; limited şirket; ltd şirketi; ltd st | ISO 20275
* | sadecv | S.A. de C.V.; sociedad anónima de capital variable; S.A.B. de C.V.; SAB de CV; SAPI de CV | ISO 20275
* | srldecv | S. de R.L. de C.V.; S. de RL de CV | ISO 20275
* | ltda | Ltda.; limitada; L.T.D.A.; sociedade limitada | ISO 20275
* | sas | sociedad por acciones simplificada | ISO 20275
* | eireli | EIRELI; EIRL | ISO 20275
* | fze | FZE; free zone establishment | ISO 20275
* | fzco | FZCO; FZC; FZ Co; free zone company; FZ LLC; FZ-LLC | ISO 20275
* | wll | W.L.L.; with limited liability; SPC | ISO 20275
* | bsc | B.S.C.; Bahrain shareholding company | ISO 20275
* | saog | SAOG; SAOC | ISO 20275
* | kscp | KSCP; KSCC; K.S.C. | ISO 20275
* | qsc | Q.S.C.; QPSC | ISO 20275
* | sae | S.A.E. | ISO 20275
* | pjs | private joint stock | ISO 20275
* | kk | K.K.; kabushiki kaisha; kabushikikaisha; 株式会社; 주식회사; jusik hoesa; chusik hoesa | ISO 20275
* | gk | G.K.; godo kaisha; godo gaisha; 合同会社 | ISO 20275
* | yk | yugen kaisha; 有限会社; 유한회사 | ISO 20275
* | jszc | joint stock limited company; 股份有限公司 | ISO 20275
* | pt | PT; perseroan terbatas; PT Tbk | ISO 20275
* | tbk | Tbk | ISO 20275
* | cc | CC; close corporation | ISO 20275
* | npc | NPC; non profit company | ISO 20275
* | ctcp | CTCP; công ty cổ phần | ISO 20275
* | tnhh | TNHH; công ty TNHH; công ty trách nhiệm hữu hạn | ISO 20275
`
