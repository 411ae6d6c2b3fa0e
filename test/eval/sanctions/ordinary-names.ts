import { isHeldOut } from './held-out.ts'

/** Common given and family names of a language; `familyFirst` where the family name comes first. */
interface Language {
  readonly given: string
  readonly family: string
  readonly familyFirst?: boolean
}

const languages: Readonly<Record<string, Language>> = {
  English: {
    given:
      'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah',
    family:
      'Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson White Harris Clark Lewis Robinson Walker Hall',
  },
  German: {
    given: 'Lukas Anna Jonas Lea Felix Laura Maximilian Julia Tobias Katharina Stefan Sabine Jürgen Ursula Klaus Monika Wolfgang Renate',
    family:
      'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann',
  },
  French: {
    given:
      'Jean Marie Pierre Camille Louis Chloé Antoine Manon Nicolas Sophie François Isabelle Philippe Nathalie Guillaume Céline Mathieu Élodie',
    family:
      'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia Roux Fournier Girard',
  },
  Spanish: {
    given: 'José María Antonio Carmen Manuel Ana Francisco Isabel Juan Dolores Javier Pilar Carlos Teresa Miguel Rosa Alejandro Lucía',
    family:
      'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Álvarez Muñoz Romero',
  },
  Portuguese: {
    given: 'João Maria António Ana Francisco Beatriz Pedro Inês Tiago Mariana Rui Catarina Paulo Sofia Ricardo Teresa Nuno Helena',
    family:
      'Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Sousa Fernandes Gonçalves Gomes Lopes Marques Almeida Ribeiro Pinto',
  },
  Italian: {
    given:
      'Marco Giulia Francesco Chiara Alessandro Francesca Andrea Sara Matteo Martina Lorenzo Valentina Giuseppe Elena Luca Paola Davide Silvia',
    family:
      'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De Luca Mancini Costa Giordano Rizzo Lombardi',
  },
  Polish: {
    given:
      'Piotr Anna Krzysztof Katarzyna Andrzej Małgorzata Tomasz Agnieszka Paweł Barbara Jan Ewa Michał Krystyna Marcin Magdalena Grzegorz',
    family:
      'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Krawczyk',
  },
  Czech: {
    given: 'Jiří Marie Jan Jana Petr Eva Josef Hana Pavel Anna Martin Věra Tomáš Lenka Jaroslav Alena Miroslav Kateřina',
    family:
      'Novák Svoboda Novotný Dvořák Černý Procházka Kučera Veselý Horák Němec Pokorný Pospíšil Hájek Jelínek Král Růžička Beneš Fiala',
  },
  Dutch: {
    given: 'Jan Johanna Pieter Anna Hendrik Maria Willem Cornelia Daan Emma Sem Sanne Bram Lotte Thijs Femke Ruben Fleur',
    family: 'Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Vermeulen Kuipers Postma Hoekstra',
  },
  Swedish: {
    given: 'Erik Anna Lars Karin Karl Margareta Anders Elisabeth Johan Eva Per Kristina Nils Birgitta Mikael Ingrid Björn Åsa',
    family:
      'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson Lindberg Lindström Bergström',
  },
  Finnish: {
    given: 'Juhani Maria Mikael Helena Johannes Anneli Matti Johanna Antti Kaarina Timo Marjatta Kari Hannele Jukka Liisa Pekka Aino',
    family:
      'Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Heinonen',
  },
  Hungarian: {
    given: 'László Mária István Erzsébet József Katalin János Ilona Zoltán Éva Sándor Anna Gábor Zsuzsanna Ferenc Margit Attila Judit',
    family: 'Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Lakatos Takács Juhász Oláh Mészáros Simon',
  },
  Russian: {
    given: 'Александр Мария Дмитрий Анна Сергей Елена Андрей Ольга Алексей Наталья Михаил Татьяна Иван Ирина Павел Светлана Николай Юлия',
    family:
      'Смирнов Кузнецов Попов Васильев Соколов Лебедев Козлов Новиков Морозов Волков Зайцев Павлов Голубев Виноградов Богданов Воробьёв',
  },
  Ukrainian: {
    given:
      'Oleksandr Olena Andriy Iryna Serhiy Oksana Volodymyr Nataliya Mykola Tetiana Yuriy Halyna Bohdan Svitlana Taras Lesia Vasyl Yulia',
    family:
      'Melnyk Shevchenko Bondarenko Kovalenko Boyko Tkachenko Kravchenko Kovalchuk Koval Oliynyk Shevchuk Polishchuk Tkachuk Savchenko Marchenko',
  },
  Greek: {
    given: 'Γιώργος Μαρία Δημήτρης Ελένη Κώστας Κατερίνα Γιάννης Βασιλική Νίκος Σοφία Παναγιώτης Αγγελική Χρήστος Γεωργία Βασίλης Δήμητρα',
    family:
      'Παπαδόπουλος Βλάχος Αγγελόπουλος Νικολαΐδης Γεωργίου Πέτρου Αθανασίου Δημητρίου Παπαδάκης Ιωάννου Οικονόμου Μακρής Καραγιάννης',
  },
  Turkish: {
    given: 'Mehmet Fatma Mustafa Ayşe Ahmet Emine Ali Hatice Hüseyin Zeynep Hasan Elif İbrahim Meryem Murat Şerife Osman Sultan',
    family: 'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt',
  },
  Arabic: {
    given: 'Mohammed Fatima Ahmed Aisha Omar Mariam Youssef Layla Khaled Noor Hassan Sara Karim Huda Tariq Rania Sami Amal',
    family:
      'Haddad Khoury Mansour Nasser Saleh Najjar Sabbagh Darwish Shaheen Hamdan Qasim Barakat Farah Awad Zaidan Kanaan Jaber Suleiman',
  },
  'Arabic in its script': {
    given: 'محمد فاطمة أحمد عائشة عمر مريم يوسف ليلى خالد نور حسن سارة كريم هدى طارق رانيا سامي أمل',
    family: 'حداد خوري منصور ناصر صالح نجار صباغ درويش شاهين حمدان قاسم بركات فرح عوض زيدان كنعان جابر سليمان',
  },
  Persian: {
    given: 'Mohammad Zahra Ali Fatemeh Reza Maryam Hossein Narges Mehdi Leila Amir Sara Saeed Nasrin Babak Shirin Dariush Parisa',
    family:
      'Mohammadi Hosseini Ahmadi Karimi Moradi Jafari Rahimi Heydari Kazemi Sadeghi Amini Ebrahimi Rostami Zare Shirazi Bahrami Tehrani',
  },
  Urdu: {
    given: 'Muhammad Ayesha Ali Fatima Usman Sana Bilal Hina Hamza Zainab Imran Nadia Kamran Saima Faisal Rabia Adnan Shazia',
    family: 'Khan Ahmed Malik Butt Chaudhry Sheikh Qureshi Siddiqui Raja Mirza Awan Bhatti Rana Ansari Hashmi Abbasi Javed Akhtar',
  },
  Hindi: {
    given: 'Aarav Priya Rahul Anjali Vijay Sunita Rajesh Neha Amit Pooja Sanjay Kavita Suresh Meena Arjun Deepa Manoj Lakshmi',
    family: 'Sharma Singh Kumar Gupta Patel Verma Reddy Nair Iyer Mehta Joshi Desai Rao Mishra Chopra Banerjee Mukherjee Pillai',
  },
  Chinese: {
    given: 'Wei Fang Xiuying Na Min Jing Li Qiang Lei Jun Yang Yong Yan Jie Tao Ming Chao Xiulan',
    family: 'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Gao Lin Luo',
    familyFirst: true,
  },
  Korean: {
    given:
      'Min-jun Seo-yeon Ji-hoon Ji-woo Hyun-woo Soo-jin Dong-hyun Eun-ji Jun-seo Ha-eun Sung-ho Mi-kyung Young-ho Hye-jin Jae-won Yu-na',
    family: 'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song',
    familyFirst: true,
  },
  Vietnamese: {
    given: 'Anh Huong Minh Lan Tuan Linh Hung Mai Dung Hoa Nam Thao Quang Trang Hai Ngoc Long Phuong',
    family: 'Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly',
    familyFirst: true,
  },
  Indonesian: {
    given: 'Budi Siti Agus Dewi Joko Sri Eko Rina Hendra Wati Rizky Ayu Andi Putri Dian Bambang Yusuf Ratna',
    family: 'Santoso Wijaya Susanto Setiawan Hidayat Kurniawan Saputra Pratama Nugroho Lestari Wibowo Gunawan Siregar Nasution Simanjuntak',
  },
  Swahili: {
    given: 'Juma Amina Hassan Fatuma Salim Neema Baraka Rehema Daudi Zawadi Elia Grace Joseph Mwanaidi Peter Asha',
    family: 'Mwangi Otieno Kamau Ochieng Njoroge Wanjiku Kipchoge Mutua Odhiambo Kiprono Wambui Achieng Mushi Kimaro Massawe',
  },
  French_African: {
    given: 'Amadou Aminata Ibrahima Mariama Ousmane Fatou Moussa Awa Abdoulaye Aïssatou Cheikh Khady Jean-Baptiste Marie-Claire Emmanuel',
    family: 'Diallo Traoré Coulibaly Diop Ndiaye Keita Touré Koné Cissé Sow Bah Camara Kabila Mukendi Ilunga Tshibanda',
  },
}

/** Numbers from 0 to below 1, the same ones from the same seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

export interface OrdinaryName {
  readonly text: string
  /** Names whose family name is held out: both parts have the same given names. */
  readonly heldOut: boolean
}

/** Ordinary names of many languages, as many of each; about one in three has a second given name. */
export function ordinaryNames(ofEach: number): OrdinaryName[] {
  const next = numbers(20_261_123)
  return Object.values(languages).flatMap(({ given, family, familyFirst = false }) => {
    const [firsts, lasts] = [given.split(' '), family.split(' ')]
    const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? ''
    return Array.from({ length: ofEach }, () => {
      const first = next() < 0.33 ? `${pick(firsts)} ${pick(firsts)}` : pick(firsts)
      const last = pick(lasts)
      return { text: familyFirst ? `${last} ${first}` : `${first} ${last}`, heldOut: isHeldOut(last, 2) }
    })
  })
}
