import { people, type People } from './people.ts'

const familyFirst = { isFamilyFirst: true }

/** Common names in Asia and Africa. */
export const asiaAndAfrica: readonly People[] = [
  people(
    'Arabic',
    `Mohamed Ahmed Mahmoud Ali Hassan Ibrahim Omar Khaled Youssef Mostafa Tarek Hany Amr Karim Sami Nabil Fadi Rami Bassam Ziad Fatima Aisha Maryam
    Nour Layla Huda Samira Rania Dina Hanan Amal Mona Salma Yasmin Noura Reem Lina Zainab Khadija Abeer`,
    `Mansour Haddad Khoury Nasser Saleh Farouk Hamdan Shaheen Awad Darwish Qasim Zaki Fahmy Sabbagh Najjar Khalil Barakat Abboud Sayegh Issa Al-Mutairi
    Al-Otaibi Al-Harbi Al-Ghamdi Al-Shammari Al-Dosari El-Sayed Bennani Alaoui Benali Trabelsi Boukhari Mahfouz Taha Rizk Hariri Jaber Kanaan Tamimi
    Ghanem`,
  ),
  people(
    'Persian',
    `Mohammad Ali Reza Hossein Mehdi Amir Hamid Saeed Majid Masoud Behzad Farhad Kamran Dariush Arash Siavash Babak Kourosh Navid Omid Fatemeh Zahra
    Maryam Leila Nasrin Shirin Parisa Mahsa Niloufar Sara Azadeh Elham Mina Bahareh Samaneh Sepideh Golnaz Roya Nazanin Ladan`,
    `Mohammadi Hosseini Ahmadi Karimi Moradi Jafari Rezaei Rahimi Sadeghi Mousavi Heydari Rostami Hashemi Shahbazi Kazemi Ebrahimi Bagheri Norouzi
    Tehrani Shirazi Isfahani Zamani Salehi Nazari Ghorbani Akbari Sharifi Soltani Amini Farahani Golzar Kiani Parsa Rashidi Tavakoli Yousefi Zandi
    Daneshvar Bahrami Ghasemi`,
  ),
  people(
    'Urdu',
    `Muhammad Ahmed Imran Usman Bilal Hamza Asif Faisal Kashif Nadeem Shahid Tariq Waqas Zeeshan Adnan Farhan Junaid Rizwan Salman Yasir Ayesha Sana
    Fatima Hina Nadia Rabia Saima Sadia Amna Bushra Farah Iqra Kiran Mehwish Nida Rukhsana Samina Shazia Uzma Zara`,
    `Khan Ahmed Malik Butt Hussain Sheikh Qureshi Chaudhry Raja Mirza Siddiqui Ansari Javed Iqbal Akhtar Bhatti Dar Awan Abbasi Hashmi Gill Rana Baig
    Shah Bukhari Zaidi Naqvi Rizvi Kazmi Memon Soomro Bhutto Jatoi Baloch Niazi Afridi Durrani Lodhi Farooqi Minhas`,
  ),
  people(
    'Hindi',
    `Rahul Amit Sanjay Rajesh Suresh Vijay Ramesh Anil Sunil Manoj Deepak Arjun Rohan Nikhil Vikram Ashok Ravi Arun Gaurav Ajay Priya Anjali Pooja
    Neha Sunita Kavita Meena Rekha Lakshmi Divya Shreya Asha Geeta Radha Nisha Swati Ritu Anita Sita Jyoti`,
    `Sharma Singh Kumar Gupta Verma Patel Shah Mehta Joshi Reddy Nair Iyer Rao Das Ghosh Banerjee Mukherjee Chatterjee Mishra Pandey Yadav Agarwal Jain
    Kapoor Malhotra Chopra Bhatia Desai Kulkarni Patil Naidu Menon Pillai Bose Sen Thakur Saxena Tiwari Trivedi Chauhan`,
  ),
  people(
    'Chinese',
    `Wei Fang Xiuying Na Min Jing Li Qiang Lei Jun Yang Yong Yan Jie Juan Tao Ming Chao Xiulan Xia Ping Gang Guiying Jianhua Haiyan Zhiqiang Xiaoming
    Jianguo Yulan Lihua Xiaohong Zihan Haoran Yuxuan Wenjie Junjie Meiling Guoqiang Shufen Hongmei`,
    `Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang Ye Han Feng Deng Cao Peng Zeng Xiao
    Tian Dong Pan Yuan Cai Jiang Yu`,
    familyFirst,
  ),
  people(
    'Korean',
    `Min-jun Seo-yeon Ji-hoon Ji-woo Hyun-woo Seo-jun Do-yun Ye-jun Ha-yoon Soo-jin Young-ho Sung-min Jae-hyun Dong-hyun Joon-ho Eun-ji Hye-jin Mi-kyung
    Kyung-hee Sang-hoon Jin-woo Tae-hyung Woo-jin Yoon-ah Min-seo Chae-won Da-eun Su-bin Yu-jin Ga-eun Hae-won In-sook Mi-young Jung-ho Kwang-soo
    Byung-chul Chang-min Seung-hyun Na-ri Bo-ram`,
    `Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Yoo Hong Jeon Ko Moon Yang Son Bae Baek Heo Nam Noh Ha Joo Koo
    Sung Cha Woo Na Min Ryu Uhm`,
    familyFirst,
  ),
  people(
    'Japanese',
    `Hiroshi Takashi Kenji Makoto Akira Kazuo Yoshio Haruto Yuto Sota Ren Daiki Shota Kenta Tsubasa Naoki Masaru Minoru Shigeru Osamu Yoko Keiko Sachiko
    Kazuko Yumi Akiko Naoko Misaki Sakura Aoi Hina Yui Rin Mio Haruka Nanami Emi Mayumi Chiyo Tomoko`,
    `Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto Inoue Kimura Hayashi Shimizu
    Yamazaki Mori Abe Ikeda Hashimoto Yamashita Ishikawa Nakajima Maeda Fujita Ogawa Goto Okada Hasegawa Murakami Kondo Ishii Saito Sakamoto Endo
    Aoki`,
  ),
  people(
    'Vietnamese',
    `Van_Anh Minh Hoang Duc Tuan Hung Thanh Quang Dung Long Nam Hai Son Phong Khanh Bao Tien Thang Cuong Hieu Thi_Lan Huong Mai Linh Thao Trang Ngoc Hoa
    Phuong Thuy Hanh Nga Yen Thu Bich Nhung Loan Quynh Chi My_Linh`,
    `Nguyen Tran Le Pham Hoang Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly Dinh Trinh Truong Doan Luong Mai Cao Dao Ta Chu Luu Quach To Thai Chau Nghiem Huynh
    Lam Kieu La Vuong Dam Phung Tang Hua`,
    familyFirst,
  ),
  people(
    'Indonesian',
    `Budi Agus Joko Hendra Eko Dedi Rudi Wahyu Bambang Slamet Andi Fajar Rizky Dimas Bayu Arif Yoga Teguh Irfan Surya Siti Dewi Sri Rina Ratna Wati Ayu
    Putri Nur Indah Lestari Fitri Maya Yuni Endang Ani Kartika Wulan Retno Citra`,
    `Santoso Wijaya Susanto Hidayat Saputra Setiawan Kurniawan Wibowo Nugroho Gunawan Suharto Purnomo Pratama Permana Utomo Hartono Siregar Nasution
    Lubis Harahap Simanjuntak Siahaan Sitompul Manurung Ginting Tarigan Sembiring Panjaitan Hutapea Situmorang Suryadi Rahardjo Kusuma Halim Tanjung
    Iskandar Mulyadi Supriyadi Firmansyah Ramadhan`,
  ),
  people(
    'Thai',
    `Somchai Somsak Prasert Wichai Surachai Chaiwat Nattapong Kittisak Thanakorn Anan Prayuth Sakda Manop Narong Pichai Suthep Weerachai Apichat Ekachai
    Tawan Malee Somying Siriporn Pornthip Wanida Sunisa Kanya Ratana Nittaya Araya Busaba Chanida Duangjai Kulap Ladda Mayuree Naree Orawan Pensri
    Wilai`,
    `Saetang Chaiyasit Srisai Wongsawat Suwannarat Thongchai Rattanakul Phromma Boonmee Charoen Kaewmanee Intharat Meesuk Chantarat Pongpanich Sombat
    Limsakul Jaidee Thepsiri Namwong Buasri Khamsing Panyarat Sukjai Yodkaew Nakorn Srisuk Chumpol Maneewan Kongkaew Wattana Promsri Singhara Tansiri
    Ruangrit Phetchara Lertsiri Hongthong Duangdee Moonsri`,
  ),
  people(
    'Filipino',
    `Jose Juan Mark Jayson Rodel Ramon Eduardo Rolando Danilo Reynaldo Ernesto Alfredo Renato Romeo Rogelio Arnel Joel Jonathan Christian Angelo Maria
    Rosario Marites Jocelyn Maricel Rowena Analyn Cristina Liza Grace Jennylyn Angelica Kristine Lourdes Corazon Imelda Teresita Luzviminda Nenita
    Evelyn`,
    `Santos Reyes Cruz Bautista Ocampo Garcia Mendoza Torres Tomas Andrada Castillo Flores Villanueva Ramos Castro Rivera Aquino Navarro Salazar
    Mercado Dela_Cruz Santiago Pascual Soriano Manalo Dizon Panganiban Macaraeg Magsaysay Dimaculangan Bondoc Galang Lacson Ilagan Catapang
    Sumulong Tolentino Valdez Domingo Abad`,
  ),
  people(
    'Nigerian',
    `Chinedu Emeka Ifeanyi Obinna Chukwudi Tunde Segun Kunle Femi Babatunde Olumide Ayodele Musa Sani Aminu Kabiru Yakubu Danjuma Uche Nnamdi Ngozi
    Chioma Adaeze Nneka Amaka Folake Bukola Yetunde Titilayo Funmilayo Hauwa Zainab Amina Halima Blessing Patience Ebele Ifeoma Oluchi Simisola`,
    `Okafor Okonkwo Eze Nwosu Obi Onyeka Adeyemi Adebayo Ogunleye Balogun Olawale Afolabi Oyelaran Akinola Bello Abubakar Lawal Danladi Okoro Chukwu
    Nwachukwu Umeh Anyanwu Ojo Fashola Adewale Ogbonna Ibe Igwe Onwudiwe Olaniyan Salami Oladipo Akpan Effiong Bassey Etim Udoh Yusuf Garba`,
  ),
  people(
    'Francophone African',
    `Jean-Pierre Amadou Moussa Ousmane Ibrahima Cheikh Mamadou Modou Boubacar Seydou Kouassi Koffi Yao Didier Serge Patrice Alphonse Célestin Faustin
    Emmanuel Aminata Fatou Mariama Awa Ndeye Khady Rokia Oumou Adjoua Akissi Clarisse Espérance Béatrice Jeanne Chantal Immaculée Odette Espoir Josiane
    Grâce`,
    `Diallo Traoré Coulibaly Keita Camara Diop Ndiaye Fall Sow Ba Sy Touré Cissé Konaté Sangaré Ouattara Kouamé Kouadio Konan Yao Bamba Mukendi Kabongo
    Ilunga Tshibangu Kasongo Mbuyi Ngoy Habimana Uwimana Mukamana Nshimiyimana Niyonzima Hakizimana Ndayisenga Bizimana Mbemba Loemba Essomba Mballa`,
  ),
  people(
    'Swahili',
    `Juma Hamisi Rajabu Baraka Daudi Elias Josephat Kelvin Brian Dennis Otieno Kamau Mwangi Kiprop Kipchoge Wafula Odhiambo Musyoka Mutua Njoroge Neema
    Zawadi Rehema Asha Mwanaisha Faith Mercy Wanjiru Njeri Akinyi Atieno Chebet Jepkosgei Nafula Mwende Wambui Muthoni Halima Pendo Tumaini`,
    `Mwakyusa Kimaro Mushi Massawe Lyimo Mollel Swai Mbwana Nyerere Kikwete Odinga Ochieng Onyango Owino Okoth Kariuki Kimani Waweru Gitau Maina Karanja
    Kipkemboi Rotich Cheruiyot Koech Kosgei Wekesa Barasa Simiyu Wanyama Mutiso Kilonzo Musyimi Nzomo Mbugua Ndungu Njuguna Macharia Chepkwony Mrema`,
  ),
  people(
    'Hebrew',
    `David Moshe Yosef Avraham Yaakov Daniel Itai Noam Eitan Amir Yonatan Ariel Omer Uri Gil Ronen Shlomo Yitzhak Haim Eli Sarah Rachel Esther Tamar Noa
    Shira Yael Michal Maya Talia Adi Hila Orly Ronit Dafna Galit Liat Sigal Vered Ayelet`,
    `Cohen Levi Mizrahi Peretz Biton Dahan Avraham Friedman Azoulay Malka Katz Yosef Amar Ohayon Hadad Gabay Ben-David Adler Levin Segal Shapiro Golan
    Bar-On Harel Shalom Klein Weiss Rosenberg Goldberg Ashkenazi Tzur Carmi Raz Regev Sharabi Zohar Elbaz Sasson Navon Dayan`,
  ),
  people(
    'Burmese',
    `Aung_Kyaw Zaw_Min Thant_Zin Kyaw_Swar Min_Thu Naing_Lin Ko_Ko Hla_Myint Win_Naing Tun_Aung Myo_Min Soe_Thein Htet_Aung Wai_Yan Ye_Lin Thura Pyae_Sone
    Zay_Yar Nay_Win Phone_Myat Khin_May Su_Su Thida Nilar Ei_Phyu Moe_Moe Hnin_Wai Yin_Mon Thandar May_Thu Aye_Aye Sandar Cho_Cho Mya_Mya Nwe_Nwe Zin_Mar
    Phyu_Phyu Wut_Yi Shwe_Yi Than_Than`,
    `Aung Oo Tun Win Htun Naing Lin Htwe Maung Thein Myint Soe Kyaw Zaw Khaing Thant Hlaing Htet Lwin Swe Thu Zin Nyein Phyo Moe Latt Kyi Aye San Shein
    Than Toe Hein Thaw Shwe Nyunt Pe Tint Myat Wai`,
  ),
]
