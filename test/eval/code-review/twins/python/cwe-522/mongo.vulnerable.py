def sign_up(users, email, password):
    users.insert_one({"email": email, "password": password})
    return email
