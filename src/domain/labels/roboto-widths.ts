/**
 * The widths of Roboto's letters, in 1/2048 of the size: runs of code points, each as its first one and the widths from
 * there on, all in base 36. `font-widths.test.ts` of the server compares them with the font files.
 */
export const ROBOTO_REGULAR =
  'w e4 eo i8 z1 vz 15o ze 9y jh jt oi wa b7 fq f0 nh vz vz vz vz vz vz vz vz vz vz ds c1 sx v8 tr qw 1f3 114 zg ' +
  '111 11c wc vg 12r 14l fh ve zp un 1do 14l 135 zw 135 z2 xs xy 10w 108 1eh zo y6 y3 f3 nd f3 ns po hl uy vy ts w3 ' +
  'u6 js vy vc du dm su du 1dw vf wg vy wc ja td im vd rk 16r s8 qx s8 j9 dw j9 12p, 4g e4 dw v5 x3 14l tw do yw nt ' +
  '18p pg qp vi fq 18q q3 l9 uf kv kv hu w9 ru ev e4 kv pw qo 15o 185 189 qy 114 114 114 114 114 114 1h6 111 wc wc ' +
  'wc wc fh fh fh fh 126 14l 135 135 135 135 135 ud 135 10w 10w 10w 10w y6 xm xu uy uy uy uy uy uy 1c2 ts u6 u6 u6 ' +
  'u6 e3 e3 e3 e3 xd vf wg wg wg wg wg wi w9 vd vd vd vd qx ws qx 114 uy 114 uy 114 uy 111 ts 111 ts 111 ts 111 ts ' +
  '11c 109 126 y0 wc u6 wc u6 wc u6 wc u6 wc u6 12r vy 12r vy 12r vy 12r vy 14l vc 13v w6 fh e3 fh e3 fh e3 fh du ' +
  'fh e3 1av rg ve ec zp su vo un du un du un i0 un jy un fe 14l vf 14l vf 14l vf vf 13f w9 135 wg 135 wg 135 wg ' +
  '1i9 1fo z2 ja z2 ja z2 ja xs td xs td xs td xs td xy im xy jq xy im 10w vd 10w vd 10w vd 10w vd 10w vd 10w vd ' +
  '1eh 16r y6 qx y6 y3 s8 y3 s8 y3 s8 e4, b3 13b, b6 je, bk 133 wj, bz 13k z7, ds ec, e2 114 uy 1h6 1c2 135 w9, ew ' +
  'xs td xy im, fr ec, gp u0, jg be, jq qs pa, jt q3, k8 ob du j2 ff qu l8, kz gq, lc 0 0, lf 0, ll 0, lr 0, mb 0, ' +
  'p0 em ss 114 ev z4 17d i9, p8 13p, pa 10y 12e ig 114 zg vn 144 wc y3 14l 12q fh zp 11b 1do 14l wi 135 14l zw, pv ' +
  'wi xy y6 14r zo 13d 11u fh y6 w6 up w9 ig v2 w6 xp sj w9 up th w9 wf ig vo vj w9 rk rw wg xx w9 um w8 to v2 143 ' +
  'vk 13u 1av ig v2 wg v2 1av, r5 wy ub, ra 18o, sg wc wc 16o vn 12d xs fh fh ve 1oy 1ph 1ab zp 14l zs 14k 114 zv ' +
  'zg vn 16s wc 1fn xs 14l 14l 10k 14a 1do 14l 135 14l zw 111 xy zs 17x zo 15m 12y 1hj 1j4 176 1d7 zp 12d 1ev 108 ' +
  'uy vh wj nw yc u6 17l sw wu wu ur ww 167 wt wg wu vy ts rd qx 15a s8 xq uy 1a1 1b3 zb 186 uw um 1ag v8 u6 u6 vc ' +
  'nw um td du e3 dm 1c9 1d0 w9 ur wu qx wu 1e1 17w zp uv 1f0 16h yb uf 1e4 170 1ci 15u 1s5 1jl tg rf 13d 13u 12q ' +
  'wc zv sk zv sk 1u2 1nd 12q w9 1dt 17o 1e1 17w 10y ug zi 0 0 0 0, w8 0 0 16x z1 zp uv 10b wa v8 pd vn nw yj sm ' +
  '1ia 19d xs sw 13u xk zu vy 114 tk 1ak 138 16n yh 1jj 14k 1m9 1dg 167 yc 111 ts xy rd y6 sj y6 sj 108 tm 1f1 125 ' +
  '14s wm 12o vf 12o vc 180 xq 180 xq fh 1fn 17l zu uy 16m z3 14j w9 176 z0 12y uy 1fz 18e fh 114 uy 114 uy 1h6 1c2 ' +
  'wc u6 13b u0 13b u0 1fn 17l xs sw x4 x4 14l wu 14l wu 135 wg 12q wc 12q wc 12d um zs qx zs qx zs qx 12y uy vn nw ' +
  '1d7 186 xk q3 10u u8 zo s8 zb w3 1at 1d1 193 10s ui so 1j6 19y 1kr 1b6 zb ta 14e 10h 12d up 16q z7, 5xc 114 uy, ' +
  '5z2 1do 1dw, 60w 1eh 16r 1eh 16r 1eh 16r, 61q 10r, 61s 114 uy 114 uy 114 uy 114 uy 114 uy 114 uy 114 uy 114 uy ' +
  '114 uy 114 uy 114 uy 114 uy wc u6 wc u6 wc u6 wc u6 wc u6 wc u6 wc u6 wc u6 fh e3 fh du 135 wg 135 wg 135 wg 135 ' +
  'wg 135 wg 135 wg 135 wg 133 wj 133 wj 133 wj 133 wj 133 wj 10w vd 10w vd 13k z7 13k z7 13k z7 13k z7 13k z7 y6 ' +
  'qx y6 qx y6 qx y6 qx, 66l 153, 6bk t0 1m1 t0 1m1 jd ei 9o vz fk bm 5t 0, 6c0 fo fo, 6c3 11c 18f 18f, 6c7 py be ' +
  'be bc be k4 kc jm, 6cg ve wg j7, 6cl qs 122 an, 6cw 1ii, 6cy 9y i8, 6d5 h3 h3, 6d8 tc, 6dg pv, 6eo kv, 6es kv kv ' +
  'kv kv kv kv mw l4 l4 dt dt o1 kv kv kv kv kv kv kv kv kv kv mw l4 l4 dt dt, 6g3 vg x3, 6g6 192 1ap 1o6 163 17v ' +
  'wx vz, 6gh 15m, 6gp tf vo, 6gs 11k 11r, 6gx 177, 6it 160, 6j7 r2, 6ja 1mi, 6jm zl, 6jq 11u, 6jy 108, 6l7 17q 1cn ' +
  '1cf 19m, 6pu wg, 6py 144, 6q7 13j, 6q9 xb wj, 6qi xx, 6qm 1mi, 6qz el, 6rs w2, 6sg v8, 6sk sx tr, 7fk yd, 7gq so ' +
  'yd, 7gv yd, 1b0h gc i8, 1cqr ec';

export const ROBOTO_MEDIUM =
  'w e5 f2 i6 yb wc 15w 10h 9j jp jw p8 vl cq jc ft m7 wc wc wc wc wc wc wc wc wc wc f0 dn sy w0 tk ro 1f1 11q zx ' +
  '115 115 w5 vc 12r 14d g4 vm zy uq 1dr 14d 137 10b 137 zt yg yo 118 10q 1e3 zx yr yb fg np fg oe ph i8 uo vz tp ' +
  'w2 uh k3 w9 vm ei ea to ei 1dk vo wa vz w7 k4 ta iy vn s8 168 sm rv sm iz e5 iz 11p, 4g e5 f3 w2 xh 13y u8 e0 zd ' +
  'pe 18p pc rn vf jc 18q re lr ui l1 l1 ic xt ru g4 er l1 pz rn 156 17m 198 rp 11q 11q 11q 11q 11q 11q 1ha 115 w5 ' +
  'w5 w5 w5 g4 g4 g4 g4 11z 14d 137 137 137 137 137 ua 135 118 118 118 118 yr y7 yz uo uo uo uo uo uo 1c2 tp uh uh ' +
  'uh uh ev ev ev ev x0 vo wa wa wa wa wa wh w6 vn vn vn vn rv wh rv 11q uo 11q uo 11q uo 115 tp 115 tp 115 tp 115 ' +
  'tp 115 108 11z z0 w5 uh w5 uh w5 uh w5 uh w5 uh 12r w9 12r w9 12r w9 12r w9 14d vm 14g wg g4 ev g4 ev g4 ev g4 ' +
  'ei g4 ev 1bp sr vm f9 zy to wq uq ei uq ei uq io uq km v8 gi 14d vo 14d vo 14d vo vo 13r w6 137 wa 137 wa 137 wa ' +
  '1io 1fi zt k4 zt k4 zt k4 yg ta yg ta yg ta yg ta yo iy yo k2 yo iy 118 vn 118 vn 118 vn 118 vn 118 vn 118 vn ' +
  '1e3 168 yr rv yr yb sm yb sm yb sm ef, b3 13h, b6 k0, bk 13l wt, bz 143 yu, ds f9, e2 11q uo 1ha 1c2 135 w6, ew ' +
  'yg ta yo iy, fr f9, gp u1, jg ca, jq ri q2, jt re, k8 ou ei iy gc r2 mg, kz hf, lc 0 0, lf 0, ll 0, lr 0, mb 0, ' +
  'p0 h7 u3 11q g4 yx 175 iw, p8 13r, pa 11j 12l it 11q zx vo 14y w5 yb 14d 12y g4 zy 111 1dr 14d wc 137 14e 10b, ' +
  'pv wc yo yr 16h zx 14h 121 g4 yr w4 v9 w6 it v1 w4 y0 st w6 v9 sv w6 x3 it wq vc xt s8 t6 wa zg w6 tv we tm v1 ' +
  '15d ux 158 1as it v1 wa v1 1as, r5 xg w7, ra 1a1, sg w5 w5 16l vo 11v yg g4 g4 vm 1oh 1os 18x zy 146 zv 145 11q ' +
  'zr zx vo 16l w5 1ih yj 146 146 10o 148 1dr 14d 137 14e 10b 115 yo zv 19b zx 16g 139 1i2 1kq 17l 1dc zm 11k 1gi ' +
  'yw uo w0 wb nv z6 uh 1af t3 wi wi vg wk 16q wh wa wi vz tp sa rv 15g sm y7 v9 1al 1dd 10h 19r vd u1 1aa vk uh uh ' +
  'vm nv u1 ta ei ev ea 1cm 1d0 w6 vg wi rv wi 1g8 19m zm vc 1ew 16q 106 v7 1fv 18d 1d1 15p 1t6 1ke tc s5 14h 158 ' +
  '12y w8 108 st 108 st 1v2 1o5 12y w6 1g4 192 1g8 19m 100 uf zf 0 0 0 0, w8 0 0 17k 103 zm vc 100 w6 vf pv vo nv ' +
  'yy tg 1lv 1cw yj t3 155 zf 10u x8 118 uc 1as 140 17k zr 1jx 14d 1mx 1db 187 zo 115 tp yo sa yr st yr st 115 u9 ' +
  '1ew 12n 16a yk 12o vo 139 vm 17f xw 17f xw g4 1ih 1af 10g vs 17j 104 14d w6 17u 101 139 v9 1h1 19w g4 11q uo 11q ' +
  'uo 1ha 1c2 w5 uh 13h u1 13h u1 1ih 1af yj t3 wz x0 146 wi 146 wi 137 wa 12y w8 12y w8 11k u1 zv rv zv rv zv rv ' +
  '139 v9 vo nv 1dc 19r xv q2 12h vl zx sm zd w2 1df 1cr 18x 10o w3 ug 1j0 1b8 1kl 1b2 zq tr 148 10d 11q v9 18m ' +
  '117, 5xc 11q uo, 5z2 1dr 1dk, 60w 1e3 168 1e3 168 1e3 168, 61q 11s, 61s 11q uo 11q uo 11q uo 11q uo 11q uo 11q ' +
  'uo 11q uo 11q uo 11q uo 11q uo 11q uo 11q uo w5 uh w5 uh w5 uh w5 uh w5 uh w5 uh w5 uh w5 uh g4 ev g4 ei 137 wa ' +
  '137 wa 137 wa 137 wa 137 wa 137 wa 137 wa 13l wt 13l wt 13l wt 13l wt 13l wt 118 vn 118 vn 143 yu 143 yu 143 yu ' +
  '143 yu 143 yu yr rv yr rv yr rv yr rv, 66l 155, 6bk t0 1m1 t0 1m1 jd ei 9o vz fk bm 5t 0, 6c0 jb jb, 6c3 10j 17u ' +
  '17u, 6c7 pm cf ca cu bn ln lv lc, 6cg uz wq jw, 6cl sd 14a cv, 6cw 1im, 6cy 9j i6, 6d5 hg h5, 6d8 u4, 6dg pl, ' +
  '6eo l1, 6es l1 l1 l1 l1 l1 l1 mx kz kz eb eb nw l1 l1 l1 l1 l1 l1 l1 l1 l1 l1 mx kz kz eb eb, 6g3 vc xh, 6g6 19q ' +
  '1bz 1p1 18b 1az ww wc, 6gh 162, 6gp tp wr, 6gs 12a 132, 6gx 170, 6it 15w, 6j7 rn, 6ja 1m1, 6jm zs, 6jq 121, 6jy ' +
  '104, 6l7 187 1cu 1cg 1bg, 6pu wj, 6py 14y, 6q7 13e, 6q9 ym w0, 6qi wt, 6qm 1n6, 6qz fm, 6rs wh, 6sg w0, 6sk sy ' +
  'tk, 7fk yd, 7gq su yd, 7gv yd, 1b0h gh i6, 1cqr dl';
